import { FolderWatch } from './folder-watch';
import type { ReloadReport } from './report';
import type { Versions } from './versions';

/** The watch over the files of a mock. */
export interface Currency {
  /** Looks in a moment whether something has changed, and from then on at whatever was read last. */
  look(): void;
  stop(): void;
}

/** Reloads whenever what was read is not what is there any more, until it is stopped. Whatever stands in a file, the mock goes on. */
export function keepCurrent(versions: Versions, tell: (report: ReloadReport) => void): Currency {
  let isReloading = false;
  const watch = new FolderWatch(
    () => void look(),
    (code) => told({ outcome: 'unwatched', code }),
  );
  watch.stir(); // the first look is what begins the watch, after the first answers
  return { look: () => watch.stir(), stop: () => watch.close() };

  async function look(): Promise<void> {
    if (isReloading) return; // it looks again once it is done
    watch.follow(versions.seen.paths, versions.seen.folders);
    const files = versions.seen.changes();
    if (files.length === 0) return;
    isReloading = true;
    try {
      told({ outcome: 'reloaded', files, notices: await versions.reload() });
    } catch (error) {
      told({ outcome: 'refused', files, error: error instanceof Error ? error : new Error(String(error)) });
    }
    isReloading = false;
    watch.stir();
  }

  function told(report: ReloadReport): void {
    try {
      tell(report);
    } catch (error) {
      process.emitWarning(`What listens to reloads has failed: ${error}`); // which must not end the mock
    }
  }
}
