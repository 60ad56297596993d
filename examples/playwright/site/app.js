/** Where the service is, how to get in, and which event is shown: an application would have its own ways to know. */
const { api, token, event } = Object.fromEntries(new URLSearchParams(location.search));
const PAGE_SIZE = 5;

const hours = document.querySelector('#hours');
const next = document.querySelector('#next');
const form = document.querySelector('#event');
const status = form.querySelector('[role=status]');

let page = 1;

next.addEventListener('click', () => {
  page += 1;
  showHours();
});
form.addEventListener('submit', save);
showHours();
showEvent();

/** @throws {Error} with what the service says was wrong */
async function call(path, options = {}) {
  const headers = { Authorization: `Basic ${token}`, 'Content-Type': 'application/json' };
  const response = await fetch(api + path, { ...options, headers });
  const body = await response.json();
  if (!response.ok) throw new Error(body.detail);
  return body;
}

async function showHours() {
  const days = await call(`/museum-hours?page=${page}&limit=${PAGE_SIZE}`);
  hours.replaceChildren(...days.map(toItem));
  next.disabled = days.length < PAGE_SIZE;
}

function toItem({ date, timeOpen, timeClose }) {
  const item = document.createElement('li');
  const [day, times] = [document.createElement('time'), document.createElement('span')];
  day.textContent = date;
  times.textContent = `${timeOpen}–${timeClose}`;
  item.append(day, times);
  return item;
}

async function showEvent() {
  const { name, location, price } = await call(`/special-events/${event}`);
  Object.entries({ name, location, price }).forEach(([field, value]) => {
    form.elements[field].value = value;
  });
  form.querySelector('fieldset').disabled = false;
}

async function save(submission) {
  submission.preventDefault();
  const { name, location, price } = Object.fromEntries(new FormData(form));
  const body = JSON.stringify({ name, location, price: Number(price) });
  try {
    await call(`/special-events/${event}`, { method: 'PATCH', body });
    status.textContent = 'Saved.';
  } catch ({ message }) {
    status.textContent = message;
  }
}
