import { expect, test } from '@jest/globals';
import { Readings } from './readings';

test('A figure is the median of all its readings, and of each round', () => {
  const readings = new Readings();
  readings.add(0, [
    { figure: 'cold-start', subject: 'docent', value: 100 },
    { figure: 'cold-start', subject: 'docent', value: 300 },
    { figure: 'cold-start', subject: 'prism', value: 9000 },
    { figure: 'memory', subject: 'docent', value: 70 },
  ]);
  readings.add(1, [{ figure: 'cold-start', subject: 'docent', value: 120 }]);
  expect(readings.figure('cold-start', 'docent')).toEqual({
    median: 120,
    byRound: new Map([
      [0, 200],
      [1, 120],
    ]),
  });
});

test('One problem voids the figure of the whole run, and of no other subject', () => {
  const readings = new Readings();
  readings.add(0, [
    { figure: 'event-throughput', subject: 'docent', value: 9000 },
    { figure: 'event-throughput', subject: 'express', value: 5000 },
  ]);
  readings.add(1, [{ figure: 'event-throughput', subject: 'docent', problem: '3 answers were not 2xx' }]);
  expect(readings.figure('event-throughput', 'docent')).toEqual({ problem: '3 answers were not 2xx' });
  expect(readings.figure('event-throughput', 'express')).toMatchObject({ median: 5000 });
  expect(readings.problems()).toEqual([
    { figure: 'event-throughput', subject: 'docent', problem: '3 answers were not 2xx' },
  ]);
});

test('What was not measured has no figure', () => {
  expect(new Readings().figure('memory', 'docent')).toBeUndefined();
});
