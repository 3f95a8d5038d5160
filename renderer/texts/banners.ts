import { texts } from './language.ts'

/** What stands above every screen while something is wrong with the server. */
export const bannerTexts = texts({
  en: {
    gone: {
      title: 'Parley does not answer.',
      since: (time: string) => `Offline since ${time}.`,
      words: 'You can go on reading; what comes in meanwhile arrives as soon as it is back.',
      retry: 'Try now',
      trying: 'Trying…',
      back: 'Connected again. You have not missed anything.',
    },
    damaged: {
      title: 'The data is damaged.',
      words:
        'Nothing more is written. Restore the newest backup: what is here now is kept beside it.',
      backups: 'See backups',
    },
    full: {
      title: 'The disk is full.',
      words:
        'Nothing new is saved until there is room; everything can be read and deleted. Remove files from this machine, or old backups.',
      backups: 'See backups',
    },
  },
  de: {
    gone: {
      title: 'Parley antwortet nicht.',
      since: (time: string) => `Offline seit ${time}.`,
      words:
        'Sie können weiterlesen; was inzwischen eingeht, erscheint, sobald die Verbindung wieder steht.',
      retry: 'Jetzt versuchen',
      trying: 'Wird versucht …',
      back: 'Wieder verbunden. Sie haben nichts verpasst.',
    },
    damaged: {
      title: 'Die Daten sind beschädigt.',
      words:
        'Es wird nichts mehr geschrieben. Stellen Sie die neueste Sicherung wieder her: Was jetzt hier ist, wird daneben aufgehoben.',
      backups: 'Sicherungen ansehen',
    },
    full: {
      title: 'Die Festplatte ist voll.',
      words:
        'Bis Platz ist, wird nichts Neues gespeichert; lesen und löschen lässt sich alles. Entfernen Sie Dateien von diesem Rechner oder alte Sicherungen.',
      backups: 'Sicherungen ansehen',
    },
  },
})
