import type { FillerConfig } from '#contracts/assistant-fields.ts'

const list = (phrases: string): string[] => phrases.split(' | ')

/** Short phrases said while the assistant thinks, by the mood of what it heard, each set parted by ` | `. */
export function fillers(
  positive: string,
  negative: string,
  question: string,
  neutral: string,
): FillerConfig {
  return {
    positive: list(positive),
    negative: list(negative),
    question: list(question),
    neutral: list(neutral),
  }
}
