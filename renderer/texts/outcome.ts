import { texts } from './language.ts'

/** What came of a conversation that is over. */
export const outcomeTexts = texts({
  en: {
    title: 'Outcome',
    summary: 'Summary',
    sentiment: 'Mood',
    outcome: 'Result',
    score: 'Score',
    scoreOf: (score: string) => `${score} of 100`,
    noEvaluation: (reason: string) => `Not evaluated: ${reason}`,
    extractionProblem: (reason: string) =>
      `The model could not read the values (${reason}). What stands here was found by patterns.`,
    outcomes: {
      successful: 'Successful',
      unsuccessful: 'Unsuccessful',
      incomplete: 'Incomplete',
    },
    sentiments: { positive: 'Positive', neutral: 'Neutral', negative: 'Negative' },
    yes: 'Yes',
    no: 'No',
  },
  de: {
    title: 'Ergebnis',
    summary: 'Zusammenfassung',
    sentiment: 'Stimmung',
    outcome: 'Ausgang',
    score: 'Punkte',
    scoreOf: (score) => `${score} von 100`,
    noEvaluation: (reason) => `Nicht ausgewertet: ${reason}`,
    extractionProblem: (reason) =>
      `Das Modell konnte die Werte nicht lesen (${reason}). Was hier steht, haben Muster gefunden.`,
    outcomes: {
      successful: 'Erfolgreich',
      unsuccessful: 'Erfolglos',
      incomplete: 'Unvollständig',
    },
    sentiments: { positive: 'Positiv', neutral: 'Neutral', negative: 'Negativ' },
    yes: 'Ja',
    no: 'Nein',
  },
})
