import { texts } from './language.ts'

/** When people answer, and what is said while they do not. */
export const embedHoursTexts = texts({
  en: {
    title: '3. When people are there',
    note: 'The assistant answers day and night. This is about the people at the desk.',
    hours: 'Office hours',
    hoursHint: (timezone: string) =>
      `Outside of them the chat says that you are away, and when you are back. By the clock of ${timezone}.`,
    openUntil: (when: string) => `Now: people are there until ${when}.`,
    awayUntil: (when: string) => `Now: away until ${when}.`,
    alwaysOpen: 'Now: people are there, always.',
    alwaysAway: 'Every day is off: the chat always says that you are away.',
    week: 'Week',
    days: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
    closed: 'Nobody is there',
    from: (day: string) => `${day}, from`,
    until: (day: string) => `${day}, until`,
    addTime: (day: string) => `${day}: another time, such as after a break`,
    removeTime: (day: string, from: string) => `${day}: remove the time from ${from}`,
    copy: (day: string) => `Copy ${day} to…`,
    copyToAll: 'Every day',
    copyToWork: 'Monday to Friday',
    copied: (day: string) => `The other days are like ${day} now.`,
    faults: {
      time: 'Say from when until when.',
      order: 'It has to end after it begins. For a night, end at midnight and go on the next day.',
      overlap: 'These times overlap.',
    },
    away: 'What is said while you are away',
    awayHint: 'Empty: the chat’s own words, in the language of the visitor.',
    awayExample: 'We are back tomorrow. Leave us a message and your e-mail address.',
    atDesk: 'At the desk',
    chatMode: 'New chats begin in',
    draftPreview: 'The desk sees what visitors type',
    draftPreviewHint:
      'Before it is sent, so that an answer can be ready. It is shown and forgotten, never kept. Your privacy notice should say so.',
  },
  de: {
    title: '3. Wann Menschen da sind',
    note: 'Der Assistent antwortet Tag und Nacht. Hier geht es um die Menschen am Arbeitsplatz.',
    hours: 'Bürozeiten',
    hoursHint: (timezone: string) =>
      `Außerhalb davon sagt der Chat, dass Sie nicht da sind und wann Sie zurück sind. Es gilt die Uhr von ${timezone}.`,
    openUntil: (when: string) => `Jetzt: Es ist jemand da bis ${when}.`,
    awayUntil: (when: string) => `Jetzt: niemand da bis ${when}.`,
    alwaysOpen: 'Jetzt: Es ist immer jemand da.',
    alwaysAway: 'Jeder Tag ist frei: Der Chat sagt immer, dass Sie nicht da sind.',
    week: 'Woche',
    days: ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'],
    closed: 'Niemand ist da',
    from: (day: string) => `${day}, von`,
    until: (day: string) => `${day}, bis`,
    addTime: (day: string) => `${day}: weitere Zeit, etwa nach einer Pause`,
    removeTime: (day: string, from: string) => `${day}: Zeit ab ${from} entfernen`,
    copy: (day: string) => `${day} kopieren nach …`,
    copyToAll: 'Alle Tage',
    copyToWork: 'Montag bis Freitag',
    copied: (day: string) => `Die anderen Tage sind jetzt wie ${day}.`,
    faults: {
      time: 'Geben Sie an, von wann bis wann.',
      order:
        'Das Ende muss nach dem Anfang liegen. Für eine Nacht: bis Mitternacht, und am nächsten Tag weiter.',
      overlap: 'Diese Zeiten überschneiden sich.',
    },
    away: 'Was gesagt wird, wenn niemand da ist',
    awayHint: 'Leer: die eigenen Worte des Chats, in der Sprache des Besuchers.',
    awayExample:
      'Morgen sind wir wieder da. Hinterlassen Sie uns eine Nachricht und Ihre E-Mail-Adresse.',
    atDesk: 'Am Arbeitsplatz',
    chatMode: 'Neue Chats beginnen mit',
    draftPreview: 'Das Team sieht, was Besucher tippen',
    draftPreviewHint:
      'Schon vor dem Senden, damit eine Antwort bereitliegen kann. Es wird angezeigt und vergessen, nie gespeichert. Ihre Datenschutzhinweise sollten das erwähnen.',
  },
})
