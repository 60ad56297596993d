import { Command, InvalidArgumentError } from 'commander';
import { growthIn, tableOf } from './soak/growth';
import { soak } from './soak/run';

interface Options {
  seed: number;
}

/** `npm run soak`: exit status 1 where an answer was wrong or the mock goes on growing, 2 where it could not be tried. */
async function main(args: readonly string[]): Promise<void> {
  const program = new Command('npm run soak --')
    .description('Sends many different requests to the mock, checks every answer, and watches its memory.')
    .argument('[requests]', 'how many', toCount, 300_000)
    .option('--seed <number>', 'which ones; the same seed sends the same again', toCount, 1)
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .parse(args, { from: 'user' });
  const [requests] = program.processedArgs as [number]; // as the argument is read
  const { seed } = program.opts<Options>();
  const onSample = ({ requests: sent }: { requests: number }) => process.stderr.write(`${sent} of ${requests}\n`);
  const { samples, wrong, wrongs } = await soak({ requests, seed, onSample });
  const growth = growthIn(samples);
  const verdict = `${requests} requests with seed ${seed}: ${wrongs} answered wrongly.`;
  process.stdout.write(`${[tableOf(samples), '', verdict, ...wrong, ...growth].join('\n')}\n`);
  process.exitCode = wrongs > 0 || growth.length > 0 ? 1 : 0;
}

function toCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(2));

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
