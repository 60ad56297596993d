import { addDays, type Fields } from '../museum-data';

/** An update of each field by itself. */
export function singleFields(today: string): Fields[] {
  return [
    { name: 'Sky Tales' },
    { location: 'Roof' },
    { eventDescription: 'Brief.' },
    { dates: [addDays(today, 50)] },
    { price: 7.5 },
  ];
}

/** A date in every eleventh week, for eleven years. */
export function manyDates(today: string): string[] {
  return Array.from({ length: 52 }, (_, week) => addDays(today, 11 * week));
}

/** Updates with values of which a service may keep something else than was sent. */
export function tellingFields(today: string): Fields[] {
  const soon = (days: number) => addDays(today, days);
  const year = manyDates(today);
  return [
    { price: 0 },
    { price: 9.99 },
    { name: 'Sky Tales', location: 'Roof' },
    { eventDescription: '' },
    { eventDescription: `${'A long story. '.repeat(40)}` },
    { name: 'Ночь в музее' },
    { dates: [soon(50)] },
    { name: `Jo's "3 < 4 & <i>more</i>" C:\\new 2+2 50%25 é`, price: 0.29 },
    { name: 'null', location: '1200' },
    { name: 'Sand -- and glass', location: '2027-05-06', eventDescription: '2e2' },
    { eventDescription: 'A longer story. '.repeat(90) },
    { dates: year },
    { dates: year.toReversed() },
    { name: 'sky tales', price: 5.05 },
    { name: 'SKY TALES', price: 5.5 },
    { name: '0' },
    { name: '007' },
    { name: '“Jo’s” 20 m² 👩‍🚀' },
    { name: 'Tale #1', price: 12_000.5 },
    { name: 'Lantern Evening in the Clock Gallery' },
    { eventDescription: 'One line,  and\nanother.', dates: [soon(-9), soon(9)] },
    { eventDescription: 'One line,\r\nand\u00a0another.\u2028מוזיאון', price: 1_000_000.5 },
    { eventDescription: `${'A long story. '.repeat(300)}` },
  ];
}
