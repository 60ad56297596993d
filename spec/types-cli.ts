import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { addDocumentOptions, type DocumentOptions, toFile, toServiceOptions } from './command-options';
import { ConfigurationError } from './faults';
import { typesOfDocument } from './types';

interface Options extends DocumentOptions {
  output?: string;
}

/** `docent types`: writes the TypeScript types of the document. */
export function createCommand(): Command {
  return addDocumentOptions(new Command('types'))
    .description('Writes the TypeScript types of an OpenAPI document: its paths, components and operations.')
    .option('--output <file>', 'file to write them to; without it they are printed', toFile)
    .action(write);
}

async function write(options: Options): Promise<void> {
  const { output } = options;
  const types = await typesOfDocument(toServiceOptions(options));
  if (output === undefined) process.stdout.write(types);
  else await writeFile(output, types).catch((error: unknown) => refuse(output, error));
}

/** @throws {ConfigurationError} with why a file cannot be written */
function refuse(file: string, error: unknown): never {
  const reasons: Record<string, string> = {
    ENOENT: 'There is no such folder.',
    ENOTDIR: 'There is no such folder.',
    EISDIR: 'It is a folder; a file is needed.',
    EACCES: 'This user may not write it.',
    EROFS: 'It is on a file system that cannot be written.',
  };
  const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined;
  const message = reason ?? (error instanceof Error ? error.message : String(error));
  throw new ConfigurationError('write the types', [{ place: file, message }]);
}
