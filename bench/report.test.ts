import { describe, expect, test } from '@jest/globals';
import { Readings } from './readings';
import { reportOf } from './report';

/** The cells of the row that begins with a text. */
function rowOf(report: string, first: string): string[] | undefined {
  const row = report.split('\n').find((line) => line.startsWith(`| ${first}`));
  return row
    ?.split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

describe('The report', () => {
  test('has the servers side by side, each throughput with its p99', () => {
    const readings = new Readings();
    readings.add(0, [
      { figure: 'event-throughput', subject: 'docent', value: 12345.6 },
      { figure: 'event-p99', subject: 'docent', value: 3.456 },
      { figure: 'memory', subject: 'docent', value: 99.5 },
      { figure: 'cold-start', subject: 'prism', value: 2300 },
    ]);
    const report = reportOf(readings, 'on a machine');
    expect(rowOf(report, 'Docent (')?.slice(1)).toEqual(['12,346/s, 3.46 ms', '', '', '', '100 MB']);
    expect(rowOf(report, 'Prism')?.slice(1)).toEqual(['', '', '', '2,300 ms', '']);
    expect(rowOf(report, 'Express')).toBeUndefined();
    expect(report.endsWith('\n\non a machine')).toBe(true);
  });

  test('says of each goal what was measured, the range of the rounds, and the verdict', () => {
    const readings = new Readings();
    for (const [round, value] of [800, 1000, 1200].entries()) {
      readings.add(round, [
        { figure: 'cold-start', subject: 'docent', value },
        { figure: 'cold-start', subject: 'express', value: 200 },
        { figure: 'cold-start', subject: 'prism', value: 3000 },
      ]);
    }
    const report = reportOf(readings, '');
    expect(rowOf(report, 'cold start : Express')?.slice(1)).toEqual(['5.00 ×', '4.00 to 6.00', '≤ 1.50 ×', 'FAIL']);
    expect(rowOf(report, 'cold start : Prism')?.slice(1)).toEqual(['0.33 ×', '0.27 to 0.40', '≤ 0.25 ×', 'below goal']);
  });

  test('tells a figure that stands by itself in its unit', () => {
    const readings = new Readings();
    readings.add(0, [{ figure: 'contract-run', subject: 'over-http', value: 3.96 }]);
    const row = rowOf(reportOf(readings, ''), 'contract run, over HTTP');
    expect(row?.slice(1)).toEqual(['4.0 s', '3.96 to 3.96', '≤ 4.0 s', 'ok']);
  });

  test('calls a figure void, and says why', () => {
    const readings = new Readings();
    readings.add(0, [
      { figure: 'patch-throughput', subject: 'docent', problem: '3 answers were not 2xx' },
      { figure: 'patch-p99', subject: 'docent', problem: '3 answers were not 2xx' },
      { figure: 'patch-throughput', subject: 'express', value: 5000 },
    ]);
    const report = reportOf(readings, '');
    expect(rowOf(report, 'Docent (')?.[3]).toBe('void');
    expect(rowOf(report, 'PATCH event, throughput : Express')?.slice(1)).toEqual([
      'void',
      '',
      '≥ 1.00 ×',
      'docent: 3 answers were not 2xx',
    ]);
    expect(report).toContain('- void: PATCH event of docent: 3 answers were not 2xx');
  });
});
