import { texts } from './language.ts'

/** Failures that are nobody's field. */
export const errorTexts = texts({
  en: {
    gone: 'Parley does not answer. Check that it is still running, then try again.',
    tooMuch: 'That was a lot at once. Wait a moment, then try again.',
    full: 'The disk is full, so nothing can be saved. Free some space.',
    damaged: 'The data is damaged, so nothing more is written. Restore the newest backup.',
    broken: 'Parley had a problem with that. Try again in a moment.',
  },
  de: {
    gone: 'Parley antwortet nicht. Prüfen Sie, ob es noch läuft, und versuchen Sie es erneut.',
    tooMuch: 'Das war viel auf einmal. Warten Sie einen Moment und versuchen Sie es erneut.',
    full: 'Die Festplatte ist voll, es kann nichts gespeichert werden. Schaffen Sie Platz.',
    damaged:
      'Die Daten sind beschädigt, es wird nichts mehr geschrieben. Stellen Sie die neueste Sicherung wieder her.',
    broken: 'Parley hatte damit ein Problem. Versuchen Sie es gleich noch einmal.',
  },
})
