import type { Actor } from '#contracts/activities.ts'
import type { AiMode } from '#contracts/dial-fields.ts'
import { texts } from './language.ts'

/** What a deed is told as: who, and how long ago. */
interface Deed {
  readonly by: Actor | null
  readonly isNow?: boolean
}

/** Who answers the visitor, and what becomes of the assistant's drafts. */
export const dialTexts = texts({
  en: {
    label: 'Who answers',
    modes: { auto: 'Auto', approve: 'Approve', human: 'Human' } satisfies Record<AiMode, string>,
    hints: {
      auto: 'The assistant answers by itself.',
      approve: 'The assistant drafts, you send.',
      human: 'People answer. The assistant is silent.',
    } satisfies Record<AiMode, string>,
    badges: { approve: 'Approve', human: 'With a person' },
    ended:
      'This conversation has ended. If the visitor writes again, it goes on as it stands here.',
    failed: 'The dial stays where it was.',
    lines: {
      auto: ({ by }: Deed) => `${by?.name ?? 'Somebody'} let the assistant answer`,
      approve: ({ by }: Deed) => `${by?.name ?? 'Somebody'} set the assistant to Approve`,
      human: ({ by }: Deed) => `${by?.name ?? 'Somebody'} took over`,
    } satisfies Record<AiMode, (deed: Deed) => string>,
    faster: {
      auto: ({ by, isNow }: Deed) =>
        `${by?.name ?? 'Somebody'} let the assistant answer ${isNow ? 'a moment ago' : 'meanwhile'}.`,
      approve: ({ by, isNow }: Deed) =>
        `${by?.name ?? 'Somebody'} set the assistant to Approve ${isNow ? 'a moment ago' : 'meanwhile'}.`,
      human: ({ by, isNow }: Deed) =>
        `${by?.name ?? 'Somebody'} took over ${isNow ? 'a moment ago' : 'meanwhile'}.`,
    } satisfies Record<AiMode, (deed: Deed) => string>,
    changed: 'The conversation has changed meanwhile.',
    nowIs: (mode: AiMode) =>
      ({
        auto: 'The assistant answers.',
        approve: 'The assistant drafts.',
        human: 'A person answers.',
      })[mode],

    draft: 'The assistant’s draft',
    drafting: 'Drafting…',
    brokeOff: 'Broke off',
    edited: 'Edited',
    text: 'Text for the visitor',
    send: 'Send',
    sendHint: 'Sends to the visitor as the assistant’s message',
    regenerate: 'Draft anew',
    regenerateHint: 'A hint, if you like',
    hintPlaceholder: 'Shorter, and mention the free trial',
    asked: (hint: string) => `Asked: ${hint}`,
    dismiss: 'Dismiss',
    undoEdits: 'Back to the draft',
    showChanges: 'Show changes',
    hideChanges: 'Hide changes',
    waiting:
      'The assistant drafts an answer as soon as the visitor writes. You decide what is sent.',
    nothing: 'No draft is waiting for you.',
    draftNow: 'Draft an answer',
    broken: (reason: string) => `The draft broke off: ${reason}`,
    failedDraft: (reason: string) => `The assistant could not draft an answer: ${reason}`,
    staleEdited:
      'The visitor has written again. Your text is kept; the assistant has a newer draft.',
    goneOn: 'You began to edit before the draft was whole.',
    showNewer: 'Show the newer draft',
    keepMine: 'Keep mine',
    sentBy: (name: string) => `${name} was faster and has sent an answer.`,
    outOfDate: 'This draft is out of date. There is a newer one.',
    kept: 'Your text was not sent.',
    toReply: 'Put it into your reply',
    tooLong: (max: number, length: number) =>
      `A message holds ${max} characters; this one has ${length}.`,

    approvedBy: (name: string) => `Approved by ${name}`,
    approved: 'Approved by a person',
    approvedEdited: (name: string) => `Edited and approved by ${name}`,
    diffLabel: 'What was changed in the assistant’s draft',
    removed: 'removed',
    added: 'added',
  },
  de: {
    label: 'Wer antwortet',
    modes: { auto: 'Auto', approve: 'Freigabe', human: 'Mensch' },
    hints: {
      auto: 'Der Assistent antwortet selbst.',
      approve: 'Der Assistent entwirft, Sie senden.',
      human: 'Menschen antworten. Der Assistent schweigt.',
    },
    badges: { approve: 'Freigabe', human: 'Bei einem Menschen' },
    ended:
      'Dieses Gespräch ist beendet. Schreibt der Besucher wieder, geht es so weiter, wie es hier steht.',
    failed: 'Die Einstellung bleibt, wie sie war.',
    lines: {
      auto: ({ by }) => `${by?.name ?? 'Jemand'} hat an den Assistenten übergeben`,
      approve: ({ by }) => `${by?.name ?? 'Jemand'} hat den Assistenten auf Freigabe gestellt`,
      human: ({ by }) => `${by?.name ?? 'Jemand'} hat übernommen`,
    },
    faster: {
      auto: ({ by, isNow }) =>
        `${by?.name ?? 'Jemand'} hat ${isNow ? 'gerade eben' : 'inzwischen'} an den Assistenten übergeben.`,
      approve: ({ by, isNow }) =>
        `${by?.name ?? 'Jemand'} hat den Assistenten ${isNow ? 'gerade eben' : 'inzwischen'} auf Freigabe gestellt.`,
      human: ({ by, isNow }) =>
        `${by?.name ?? 'Jemand'} hat ${isNow ? 'gerade eben' : 'inzwischen'} übernommen.`,
    },
    changed: 'Das Gespräch hat sich inzwischen geändert.',
    nowIs: (mode) =>
      ({
        auto: 'Der Assistent antwortet.',
        approve: 'Der Assistent entwirft.',
        human: 'Ein Mensch antwortet.',
      })[mode],

    draft: 'Entwurf des Assistenten',
    drafting: 'Entwirft …',
    brokeOff: 'Abgebrochen',
    edited: 'Bearbeitet',
    text: 'Text für den Besucher',
    send: 'Senden',
    sendHint: 'Geht als Nachricht des Assistenten an den Besucher',
    regenerate: 'Neu entwerfen',
    regenerateHint: 'Ein Hinweis, wenn Sie möchten',
    hintPlaceholder: 'Kürzer, und den kostenlosen Test erwähnen',
    asked: (hint) => `Gewünscht: ${hint}`,
    dismiss: 'Verwerfen',
    undoEdits: 'Zurück zum Entwurf',
    showChanges: 'Änderungen zeigen',
    hideChanges: 'Änderungen ausblenden',
    waiting:
      'Der Assistent entwirft eine Antwort, sobald der Besucher schreibt. Sie entscheiden, was gesendet wird.',
    nothing: 'Kein Entwurf wartet auf Sie.',
    draftNow: 'Antwort entwerfen',
    broken: (reason) => `Der Entwurf ist abgebrochen: ${reason}`,
    failedDraft: (reason) => `Der Assistent konnte keine Antwort entwerfen: ${reason}`,
    staleEdited:
      'Der Besucher hat wieder geschrieben. Ihr Text bleibt; der Assistent hat einen neueren Entwurf.',
    goneOn: 'Sie haben mit dem Bearbeiten begonnen, bevor der Entwurf fertig war.',
    showNewer: 'Neueren Entwurf zeigen',
    keepMine: 'Meinen behalten',
    sentBy: (name) => `${name} war schneller und hat eine Antwort gesendet.`,
    outOfDate: 'Dieser Entwurf ist überholt. Es gibt einen neueren.',
    kept: 'Ihr Text wurde nicht gesendet.',
    toReply: 'In Ihre Antwort übernehmen',
    tooLong: (max, length) => `Eine Nachricht fasst ${max} Zeichen; diese hat ${length}.`,

    approvedBy: (name) => `Freigegeben von ${name}`,
    approved: 'Von einem Menschen freigegeben',
    approvedEdited: (name) => `Bearbeitet und freigegeben von ${name}`,
    diffLabel: 'Was am Entwurf des Assistenten geändert wurde',
    removed: 'entfernt',
    added: 'hinzugefügt',
  },
})
