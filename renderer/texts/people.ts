import { texts } from './language.ts'

/** How people are called who have given no name. */
export const peopleTexts = texts({
  en: {
    visitor: 'Visitor',
    visitorEnding: (ending: string) => `Visitor ${ending}`,
    yourTest: 'Your test',
  },
  de: {
    visitor: 'Besucher',
    visitorEnding: (ending) => `Besucher ${ending}`,
    yourTest: 'Ihr Test',
  },
})
