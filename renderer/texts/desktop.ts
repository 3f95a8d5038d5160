import { texts } from './language.ts'

/** What the desk says about the desktop app around it. */
export const desktopTexts = texts({
  en: {
    reply: 'Answer as a person…',
    notSent: (why: string) => `Your answer from the notification was not sent. ${why}`,
    open: 'Open the conversation',
    title: 'Desktop app',
    login: 'Start Parley when I sign in to this computer',
    loginHint: 'Off unless you want it. Uninstalling Parley ends it.',
    loginUnsupported: 'Only an installed Parley can do that; this one runs from a folder.',
    diagnostics: 'Diagnostics',
    diagnosticsNote:
      'Versions and the last lines of the logs, for whoever helps you. Secrets, addresses and numbers are taken out. It stays on this computer unless you send it: read it first.',
    show: 'Show the diagnostics',
    again: 'Read anew',
    preview: 'Diagnostics',
  },
  de: {
    reply: 'Als Mensch antworten…',
    notSent: (why: string) => `Ihre Antwort aus der Mitteilung wurde nicht gesendet. ${why}`,
    open: 'Gespräch öffnen',
    title: 'Desktop-App',
    login: 'Parley starten, wenn ich mich an diesem Rechner anmelde',
    loginHint: 'Aus, solange Sie es nicht wollen. Wer Parley deinstalliert, beendet auch das.',
    loginUnsupported:
      'Das kann nur ein installiertes Parley; dieses läuft aus einem Ordner heraus.',
    diagnostics: 'Diagnose',
    diagnosticsNote:
      'Versionen und die letzten Zeilen der Protokolle, für alle, die Ihnen helfen. Geheimnisse, Adressen und Nummern sind entfernt. Nichts verlässt diesen Rechner, solange Sie es nicht senden: Lesen Sie es vorher.',
    show: 'Diagnose zeigen',
    again: 'Neu lesen',
    preview: 'Diagnose',
  },
})
