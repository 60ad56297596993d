import { Command, InvalidArgumentError } from 'commander';

/** What `npm run bench` is asked for; each has a default in `readOptions`. */
export interface Options {
  rounds: number;
  /** How long each load lasts. */
  seconds: number;
  /** The names of measurements; none stands for all. */
  only: string[];
  /** Whether the report goes into the README. */
  write: boolean;
}

/**
 * Reads the arguments of `npm run bench`. Help, and what is wrong with them, is printed and ends the process.
 * @param names the measurements that there are
 */
export function readOptions(args: readonly string[], names: readonly string[]): Options {
  const toName = (name: string, earlier: string[]) => {
    if (names.includes(name)) return [...earlier, name];
    throw new InvalidArgumentError(`The measurements are ${names.join(', ')}.`);
  };
  return new Command('npm run bench --')
    .description('Measures Docent beside other servers, and prints the figures as Markdown.')
    .option('--rounds <number>', 'how often everything is measured, one after the other', toPositive, 5)
    .option('--seconds <number>', 'how long each load lasts', toPositive, 5)
    .option('--only <name>', `one measurement (repeatable): ${names.join(', ')}`, toName, [])
    .option('--write', 'put the report into the README', false)
    .addHelpText(
      'after',
      '\nExit status: 0, or 1 where a quotient is below half of its goal; 2 where something could not be measured.',
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse(args, { from: 'user' })
    .opts<Options>();
}

function toPositive(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}
