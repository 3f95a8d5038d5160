import { texts } from './language.ts'

/** The door: starting, signing in, and when nobody answers. */
export const sessionTexts = texts({
  en: {
    starting: 'Starting Parley',
    unreachable: 'Parley does not answer',
    restart: 'In a terminal, this starts it again; the desktop app starts it by itself:',
    windowTitle: 'Sign in · Parley',
    title: 'Sign in to Parley',
    link: 'When Parley starts, it prints a link in the terminal.',
    openLink: 'Open that link',
    noPassword: 'and you are in: no password to remember.',
    once: 'Each link works once. For a fresh one, start Parley again, or ask whoever runs the desk:',
    key: 'Or paste an API key',
    keyHint: 'It looks like 1|x7Kp… and is not kept in this browser.',
    missing: 'Paste an API key first.',
    signIn: 'Sign in',
  },
  de: {
    starting: 'Parley startet',
    unreachable: 'Parley antwortet nicht',
    restart: 'In einem Terminal startet dies es wieder; die Desktop-App startet es von selbst:',
    windowTitle: 'Anmelden · Parley',
    title: 'Bei Parley anmelden',
    link: 'Wenn Parley startet, gibt es im Terminal einen Link aus.',
    openLink: 'Öffnen Sie diesen Link',
    noPassword: 'und Sie sind drin: kein Passwort zum Merken.',
    once: 'Jeder Link gilt einmal. Für einen neuen starten Sie Parley neu oder fragen, wer den Arbeitsplatz betreibt:',
    key: 'Oder einen API-Schlüssel einfügen',
    keyHint: 'Er sieht aus wie 1|x7Kp… und wird in diesem Browser nicht behalten.',
    missing: 'Fügen Sie zuerst einen API-Schlüssel ein.',
    signIn: 'Anmelden',
  },
})
