import { relative } from 'node:path';
import type { Command } from 'commander';
import { DEFAULT_DOCUMENT } from './package-folder';
import type { ServiceOptions } from './read-service';

/** The options with which every command names its document, as Commander gives them. */
export interface DocumentOptions {
  spec: string;
  overlay: string[];
}

/** Adds `--spec` and `--overlay` to a command. */
export function addDocumentOptions(command: Command): Command {
  return command
    .option('--spec <file>', 'OpenAPI document, 3.0 or 3.1, YAML or JSON', relative('', DEFAULT_DOCUMENT))
    .option('--overlay <file>', 'OpenAPI Overlay to apply to it (repeatable, in order)', repeated, []);
}

export function toServiceOptions({ spec, overlay }: DocumentOptions): ServiceOptions {
  return { spec, overlays: overlay };
}

/** Collects the values of an option that may be given more than once. */
export function repeated(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
