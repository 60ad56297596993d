import express, { type ErrorRequestHandler, type Request } from 'express';
import { middleware } from 'express-openapi-validator';
import { DEFAULT_DOCUMENT, type JsonObject } from '../../spec';
import { readConstants } from './constants';
import { listen } from './listen';

/** What a team would write by hand in an hour: the validator does the credential and the input, the handlers the rest. */
const { state } = readConstants();
const today = new Date().toISOString().slice(0, 10);
const hours = state['museum-hours'].toSorted((a, b) => String(a.date).localeCompare(String(b.date)));
const events = new Map(state['special-events'].map((event) => [String(event.eventId), event]));

const app = express();
app.use(express.json());
app.use(middleware({ apiSpec: DEFAULT_DOCUMENT, validateRequests: true, validateSecurity: true }));
app.get('/museum-hours', (request, response) => {
  const {
    startDate = today,
    page = 1,
    limit = 10,
  } = request.query as { startDate?: string; page?: number; limit?: number }; // validated
  const upcoming = hours.filter(({ date }) => String(date) >= startDate);
  response.json(upcoming.slice((page - 1) * limit, page * limit));
});
app.get('/special-events/:eventId', (request, response) => void response.json(eventOf(request)));
app.patch('/special-events/:eventId', (request, response) => {
  const updated = { ...eventOf(request), ...(request.body as JsonObject) }; // validated
  events.set(String(updated.eventId), updated);
  response.json(updated);
});
const refuse: ErrorRequestHandler = (error: { status?: number; message: string }, _request, response, _next) => {
  response.status(error.status ?? 500).json({ message: error.message });
};
app.use(refuse);

listen(app);

function eventOf({ params }: Request): JsonObject {
  const event = events.get(String(params.eventId));
  if (event === undefined) throw Object.assign(new Error('There is no such event.'), { status: 404 });
  return event;
}
