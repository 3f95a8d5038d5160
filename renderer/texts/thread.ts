import type { Activity, Actor } from '#contracts/activities.ts'
import { texts } from './language.ts'

type Told = Pick<Activity, 'by'>

/** The conversation that is open: what was said, what is written, and who it is with. */
export const threadTexts = texts({
  en: {
    conversation: 'Conversation',
    conversationWith: (name: string) => `Conversation with ${name}`,
    messages: 'Messages',
    loading: 'Loading the conversation',
    loadingMore: 'Loading more messages',
    missing: 'The conversation could not be opened',
    backToInbox: 'Back to the inbox',
    backToList: 'Back to the list',
    newHere: 'New',
    newMessages: 'New messages',
    latest: 'To the latest messages',
    partFailed: 'More messages could not be loaded.',

    onlineNow: 'Online now',
    offline: 'Not online right now',
    fromAssistantPage: 'Started from the assistant’s page',
    ended: 'Ended',
    endedBanner: 'This conversation has ended. A reply still reaches the visitor’s chat.',
    viewers: (names: string) => `Also looking: ${names}`,
    replying: (names: string) => `${names} is replying…`,
    hasDraft: (names: string) => `${names} has a draft here`,
    showDetails: 'Show the details',
    hideDetails: 'Hide the details',
    actions: 'Conversation actions',
    copyLink: 'Copy link',
    linkCopied: 'Link copied',
    copyText: 'Copy text',
    textCopied: 'Text copied',
    copyFailed: 'The browser does not allow copying here.',
    copyMessageLink: 'Copy link to this message',
    exportText: 'Download transcript (text)',
    exportJson: 'Download everything (JSON)',
    exportFailed: 'The conversation could not be downloaded.',

    ai: 'AI',
    sources: 'Sources',
    interrupted: 'Cut off here. The rest was never sent.',
    goOn: 'Let it go on',
    goOnFailed: 'The assistant cannot go on with it.',
    failed: 'The assistant could not answer. Perhaps you can.',
    sending: 'Sending…',
    sent: 'Sent',
    seen: 'Seen',
    notSent: (reason: string) => `Not sent. ${reason}`,
    discard: 'Discard',
    typing: (who: string) => `${who} is typing`,
    typingNow: (who: string) => `${who} is typing:`,
    closedBefore: 'The app was closed before it was sent.',

    note: 'Private note',
    noteHint: 'Only your team sees this. @ names somebody.',
    noteOf: (name: string) => `Private note of ${name}`,
    noteEdited: 'edited',
    noteDeleted: 'Note deleted',
    noteFailed: 'The note was not saved.',
    editNote: 'Edit note',
    deleteNote: 'Delete note',
    noteText: 'Text of the note',

    activity: {
      ended: ({ by }: Told) =>
        by ? `${by.name} ended the conversation` : 'The conversation ended',
      endedByVisitor: 'The visitor ended the conversation',
      endedBySilence: 'The conversation ended after a long silence',
      reopened: ({ by }: Told) =>
        by ? `${by.name} opened the conversation again` : 'The conversation was opened again',
      assigned: ({ by, to }: Told & { to: string | undefined }) =>
        to === undefined
          ? `${by?.name ?? 'Somebody'} removed the assignment`
          : by?.name === to
            ? `${to} took this on`
            : `${by?.name ?? 'Somebody'} assigned this to ${to}`,
      snoozed: ({ by, until }: Told & { until: string }) =>
        `${by?.name ?? 'Somebody'} snoozed this until ${until}`,
      unsnoozed: ({ by }: Told) =>
        by ? `${by.name} brought this back` : 'This came back from being snoozed',
      needsPerson: 'The assistant asked for a person',
      labelled: ({ by, added, removed }: Told & { added: string; removed: string }) =>
        `${by?.name ?? 'Somebody'} ${[added && `added ${added}`, removed && `removed ${removed}`].filter(Boolean).join(' and ')}`,
      other: ({ by, kind }: Told & { kind: string }) => `${by?.name ?? 'Parley'}: ${kind}`,
    },
  },
  de: {
    conversation: 'Gespräch',
    conversationWith: (name) => `Gespräch mit ${name}`,
    messages: 'Nachrichten',
    loading: 'Gespräch wird geladen',
    loadingMore: 'Weitere Nachrichten werden geladen',
    missing: 'Das Gespräch konnte nicht geöffnet werden',
    backToInbox: 'Zurück zum Posteingang',
    backToList: 'Zurück zur Liste',
    newHere: 'Neu',
    newMessages: 'Neue Nachrichten',
    latest: 'Zu den neuesten Nachrichten',
    partFailed: 'Weitere Nachrichten konnten nicht geladen werden.',

    onlineNow: 'Jetzt online',
    offline: 'Gerade nicht online',
    fromAssistantPage: 'Auf der Seite des Assistenten begonnen',
    ended: 'Beendet',
    endedBanner:
      'Dieses Gespräch ist beendet. Eine Antwort erreicht den Chat des Besuchers trotzdem.',
    viewers: (names) => `Sieht auch zu: ${names}`,
    replying: (names) => `${names} antwortet gerade …`,
    hasDraft: (names) => `${names} hat hier einen Entwurf`,
    showDetails: 'Details anzeigen',
    hideDetails: 'Details verbergen',
    actions: 'Aktionen für das Gespräch',
    copyLink: 'Link kopieren',
    linkCopied: 'Link kopiert',
    copyText: 'Text kopieren',
    textCopied: 'Text kopiert',
    copyFailed: 'Der Browser erlaubt hier kein Kopieren.',
    copyMessageLink: 'Link zu dieser Nachricht kopieren',
    exportText: 'Protokoll herunterladen (Text)',
    exportJson: 'Alles herunterladen (JSON)',
    exportFailed: 'Das Gespräch konnte nicht heruntergeladen werden.',

    ai: 'KI',
    sources: 'Quellen',
    interrupted: 'Hier abgebrochen. Der Rest wurde nie gesendet.',
    goOn: 'Weiterschreiben lassen',
    goOnFailed: 'Der Assistent kann das nicht fortsetzen.',
    failed: 'Der Assistent konnte nicht antworten. Vielleicht können Sie es.',
    sending: 'Wird gesendet …',
    sent: 'Gesendet',
    seen: 'Gesehen',
    notSent: (reason) => `Nicht gesendet. ${reason}`,
    discard: 'Verwerfen',
    typing: (who) => `${who} schreibt`,
    typingNow: (who) => `${who} schreibt gerade:`,
    closedBefore: 'Die App wurde geschlossen, bevor sie gesendet war.',

    note: 'Interne Notiz',
    noteHint: 'Nur Ihr Team sieht das. Mit @ sprechen Sie jemanden an.',
    noteOf: (name) => `Interne Notiz von ${name}`,
    noteEdited: 'bearbeitet',
    noteDeleted: 'Notiz gelöscht',
    noteFailed: 'Die Notiz wurde nicht gespeichert.',
    editNote: 'Notiz bearbeiten',
    deleteNote: 'Notiz löschen',
    noteText: 'Text der Notiz',

    activity: {
      ended: ({ by }) =>
        by ? `${by.name} hat das Gespräch beendet` : 'Das Gespräch wurde beendet',
      endedByVisitor: 'Der Besucher hat das Gespräch beendet',
      endedBySilence: 'Das Gespräch endete nach langer Stille',
      reopened: ({ by }) =>
        by ? `${by.name} hat das Gespräch wieder geöffnet` : 'Das Gespräch wurde wieder geöffnet',
      assigned: ({ by, to }) =>
        to === undefined
          ? `${by?.name ?? 'Jemand'} hat die Zuweisung aufgehoben`
          : by?.name === to
            ? `${to} kümmert sich darum`
            : `${by?.name ?? 'Jemand'} hat das Gespräch ${to} zugewiesen`,
      snoozed: ({ by, until }) => `${by?.name ?? 'Jemand'} hat es bis ${until} zurückgestellt`,
      unsnoozed: ({ by }) => (by ? `${by.name} hat es zurückgeholt` : 'Das Gespräch ist wieder da'),
      needsPerson: 'Der Assistent hat um einen Menschen gebeten',
      labelled: ({ by, added, removed }) =>
        `${by?.name ?? 'Jemand'} hat ${[added && `${added} hinzugefügt`, removed && `${removed} entfernt`].filter(Boolean).join(' und ')}`,
      other: ({ by, kind }) => `${by?.name ?? 'Parley'}: ${kind}`,
    },
  },
})

/** Several people in one sentence. */
export const namesOf = (people: readonly Pick<Actor, 'name'>[]): string =>
  people.map(({ name }) => name).join(', ')
