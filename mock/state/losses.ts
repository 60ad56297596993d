import type { CarryOver, Dropped } from './carry-over';

/** How long a sentence may be. */
const LENGTH = 300;

/** A sentence for each part of the states that could not be carried over, each once, as it may stand in a terminal. */
export function lossesOf({ dropped, lostScenarios }: CarryOver): string[] {
  const scenarios = [...lostScenarios].map(
    (name) => `There is no scenario ${JSON.stringify(name)} any more; the fixtures take its place.`,
  );
  return [...new Set([...scenarios, ...dropped.map(sentenceOf)])].map((sentence) => short(plain(sentence)));
}

function sentenceOf({ resource, id, why }: Dropped): string {
  const name = id === undefined ? resource : `${resource} ${JSON.stringify(id)}`;
  return `${name} ${why}: its changes are dropped.`;
}

/** A text whose words come from clients, as it may stand in a terminal. */
export function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, '?');
}

function short(sentence: string): string {
  return sentence.length > LENGTH ? `${sentence.slice(0, LENGTH)}…` : sentence;
}
