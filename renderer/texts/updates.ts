import { texts } from './language.ts'

/** What the desk says about new versions of the desktop app. */
export const updatesTexts = texts({
  en: {
    title: 'Updates',
    off: 'This Parley does not look for new versions: it was packaged without a place to find them. You get a new one where you got this one.',
    waiting: 'Parley has not looked for a new version yet. It does so by itself, every six hours.',
    looking: 'Looking for a new version…',
    current: 'This is the newest version for this computer.',
    found: (version: string) => `Parley ${version} is there.`,
    foundHint:
      'This Parley runs from a folder and cannot replace itself. Get the new one, quit Parley and put it in its place; your data stays where it is.',
    get: (version: string) => `Get Parley ${version}`,
    downloading: (version: string) => `Downloading Parley ${version}`,
    ready: (version: string) => `Parley ${version} is ready.`,
    atQuit:
      'Parley is away for a few seconds when it restarts, and every chat goes on where it was. If you do not restart, the new version is installed when you quit.',
    byPassword:
      'Your computer asks for your password. Parley is away until it has it, and every chat goes on where it was.',
    restart: 'Restart and install',
    installing: 'Parley finishes what is under way, and then starts again.',
    problems: {
      unreachable: 'The place with the new versions does not answer. Parley tries again by itself.',
      unsigned:
        'What was found there is not signed as Parley’s versions are. Nothing of it was used.',
      unusable: 'This version does not understand what was found there. Nothing of it was used.',
      damaged: 'What was downloaded is not what was signed. It was not used.',
      not_installed:
        'The new version was not installed. Parley goes on as it was; look again to try once more.',
    },
    lookedAt: 'Last looked',
    look: 'Look now',
    whatIsNew: 'What’s new',
    whatIsNewIn: (version: string) => `What’s new in ${version}`,
  },
  de: {
    title: 'Aktualisierungen',
    off: 'Dieses Parley sucht nicht nach neuen Fassungen: Es wurde ohne einen Ort gepackt, an dem es welche fände. Eine neue erhalten Sie dort, woher Sie diese haben.',
    waiting:
      'Parley hat noch nicht nach einer neuen Fassung gesucht. Das tut es von selbst, alle sechs Stunden.',
    looking: 'Eine neue Fassung wird gesucht …',
    current: 'Das ist die neueste Fassung für diesen Rechner.',
    found: (version: string) => `Parley ${version} ist da.`,
    foundHint:
      'Dieses Parley läuft aus einem Ordner heraus und kann sich nicht selbst ersetzen. Holen Sie das neue, beenden Sie Parley und legen Sie es an dessen Stelle; Ihre Daten bleiben, wo sie sind.',
    get: (version: string) => `Parley ${version} holen`,
    downloading: (version: string) => `Parley ${version} wird heruntergeladen`,
    ready: (version: string) => `Parley ${version} ist bereit.`,
    atQuit:
      'Beim Neustart ist Parley für einige Sekunden weg, und jedes Gespräch geht weiter, wo es war. Ohne Neustart wird die neue Fassung installiert, wenn Sie Parley beenden.',
    byPassword:
      'Ihr Rechner fragt nach Ihrem Passwort. Bis er es hat, ist Parley weg, und jedes Gespräch geht danach weiter, wo es war.',
    restart: 'Neu starten und installieren',
    installing: 'Parley beendet, was im Gange ist, und startet dann neu.',
    problems: {
      unreachable:
        'Der Ort mit den neuen Fassungen antwortet nicht. Parley versucht es von selbst wieder.',
      unsigned:
        'Was dort gefunden wurde, ist nicht so unterschrieben wie die Fassungen von Parley. Nichts davon wurde verwendet.',
      unusable:
        'Diese Fassung versteht nicht, was dort gefunden wurde. Nichts davon wurde verwendet.',
      damaged:
        'Was heruntergeladen wurde, ist nicht das, was unterschrieben war. Es wurde nicht verwendet.',
      not_installed:
        'Die neue Fassung wurde nicht installiert. Parley läuft weiter wie zuvor; suchen Sie erneut, um es noch einmal zu versuchen.',
    },
    lookedAt: 'Zuletzt gesucht',
    look: 'Jetzt suchen',
    whatIsNew: 'Was ist neu?',
    whatIsNewIn: (version: string) => `Neu in ${version}`,
  },
})
