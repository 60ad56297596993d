import { DEFAULT_DOCUMENT, readService } from '../../spec';
import { SchemaOracle } from '../oracle';
import { DEFECTS } from './defects';
import { falseAlarms, killMatrix, missed } from './kill-matrix';
import { markdownOf, textOf } from './kill-table';
import { VARIANTS } from './variants';

/** `npm run sabotage [-- --markdown]`: exit status 1 where a defect is missed by its own rule or a correct server accused. */
async function main(options: readonly string[]): Promise<void> {
  const service = readService({ spec: DEFAULT_DOCUMENT });
  const matrix = await killMatrix(
    { service, oracle: new SchemaOracle(service) },
    { defects: DEFECTS, variants: VARIANTS },
  );
  process.stdout.write(options.includes('--markdown') ? markdownOf(matrix) : textOf(matrix));
  process.exitCode = missed(matrix).length + falseAlarms(matrix).length > 0 ? 1 : 0;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error);
  process.exitCode = 2;
});
