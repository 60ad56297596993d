import { relative } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { ConfigurationError } from './faults';
import { DEFAULT_DOCUMENT } from './package-folder';
import type { ServiceOptions } from './read-service';

/**
 * The options with which every command names its document, as Commander gives them. What commands share stands here, as
 * spec/ is the one part that the commands of every other may import.
 */
export interface DocumentOptions {
  spec: string;
  overlay: string[];
}

/** Adds `--spec` and `--overlay` to a command. */
export function addDocumentOptions(command: Command): Command {
  return command
    .option('--spec <file>', 'OpenAPI document, 3.0 or 3.1, YAML or JSON', toFile, relative('', DEFAULT_DOCUMENT))
    .option('--overlay <file>', 'OpenAPI Overlay to apply to it (repeatable, in order)', withFile, []);
}

/** What the command line says of the document, in the form that `readService` takes; no file is read yet. */
export function toServiceOptions({ spec, overlay }: DocumentOptions): ServiceOptions {
  return { spec, overlays: overlay };
}

/** Reads the path of a file or folder. An empty one is mostly a variable of a shell that is not set. */
export function toFile(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be the path of a file.');
  return text;
}

function withFile(text: string, earlier: string[]): string[] {
  return repeated(toFile(text), earlier);
}

/** Collects the values of an option that may be given more than once. */
export function repeated(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

/** Reads the number of a port to listen on; 0 is a free one. */
export function toPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('It must be a number from 0 to 65535.');
  return port;
}

/** Why a command cannot listen, in words that say what to do; an error of another kind is returned as it is. */
export function listeningError(error: unknown, task: string, host: string, port: number): unknown {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use. Give another with --port, or 0 for a free one.`,
    EACCES: `Port ${port} may not be used by this user. Give one above 1023 with --port.`,
    EADDRNOTAVAIL: `${host} is no address of this machine.`,
    ENOTFOUND: `${host} is no address of this machine.`,
  };
  const message = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined;
  return message === undefined ? error : new ConfigurationError(task, [{ place: `${host}:${port}`, message }]);
}
