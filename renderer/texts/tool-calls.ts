import { texts } from './language.ts'

/** Words for what an assistant has asked of its tools. */
export const toolCallTexts = texts({
  en: {
    used: (names: string) => `Used ${names}`,
    notAll: 'Not all of it worked',
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    refused: 'Not made',
    seconds: (number: string) => `${number} s`,
    arguments: 'Arguments',
    result: 'Result',
    reason: 'Reason',
  },
  de: {
    used: (names) => `${names} benutzt`,
    notAll: 'Nicht alles hat geklappt',
    running: 'Läuft',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
    refused: 'Nicht ausgeführt',
    seconds: (number) => `${number} s`,
    arguments: 'Argumente',
    result: 'Ergebnis',
    reason: 'Grund',
  },
})
