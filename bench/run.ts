import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../spec';
import { circumstancesOf } from './circumstances';
import { constantsFromMock } from './constants';
import { moveToLoadCore } from './cores';
import { exitStatusOf, judge } from './goals';
import { MEASUREMENTS } from './measurements/all-measurements';
import type { Measurement } from './measurements/context';
import { type Options, readOptions } from './options';
import { Readings } from './readings';
import { withReport } from './readme';
import { reportOf } from './report';

/** `npm run bench`: exit status 1 where a quotient is below half of its goal, 2 where something could not be measured. */
async function main(args: readonly string[]): Promise<void> {
  const options = readOptions(
    args,
    MEASUREMENTS.map(({ name }) => name),
  );
  moveToLoadCore();
  const folder = mkdtempSync(join(tmpdir(), 'docent-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const readings = await measureAll(options, folder);
  const command = ['npm run bench', ...(args.length > 0 ? ['--', ...args] : [])].join(' ');
  const report = reportOf(readings, circumstancesOf(options, command, new Date()));
  process.stdout.write(`${report}\n`);
  if (options.write) writeIntoReadme(report);
  process.exitCode = exitStatusOf(judge(readings));
}

/** Round by round, so that what else the machine does meets all alike; each round begins with another measurement. */
async function measureAll({ rounds, seconds, only }: Options, folder: string): Promise<Readings> {
  const environment = await constantsFromMock(folder);
  const wanted = MEASUREMENTS.filter(({ name }) => only.length === 0 || only.includes(name));
  const readings = new Readings();
  for (let round = 0; round < rounds; round += 1) {
    for (const measurement of rotated(wanted, round)) {
      process.stderr.write(`round ${round + 1} of ${rounds}: ${measurement.title}\n`);
      readings.add(round, await measurement.measure({ seconds, folder, environment }));
    }
  }
  return readings;
}

function rotated(measurements: readonly Measurement[], by: number): Measurement[] {
  const first = by % measurements.length;
  return [...measurements.slice(first), ...measurements.slice(0, first)];
}

function writeIntoReadme(report: string): void {
  const file = join(packageFolder, 'README.md');
  writeFileSync(file, withReport(readFileSync(file, 'utf8'), report));
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
