import { shortcutTexts } from './texts/shortcuts.ts'

/** Where a key works: keys of two places may be alike unless one of them is everywhere. */
export type Place = 'everywhere' | 'inbox' | 'list' | 'form' | 'recording'

export interface Shortcut {
  readonly title: string
  readonly place: Place
  /** Presses in the notation of tinykeys: `j`, `g i`, `$mod+k`. */
  readonly keys: readonly string[]
}

const { titles } = shortcutTexts

/** Everything that a key does unless the operator wants another. One place, so that no two clash. */
export const SHORTCUTS = {
  palette: { title: titles.palette, place: 'everywhere', keys: ['$mod+k'] },
  help: { title: titles.help, place: 'everywhere', keys: ['?'] },
  'go.home': { title: titles.goHome, place: 'everywhere', keys: ['g h'] },
  'go.inbox': { title: titles.goInbox, place: 'everywhere', keys: ['g i'] },
  'go.conversations': { title: titles.goConversations, place: 'everywhere', keys: ['g v'] },
  'go.calls': { title: titles.goCalls, place: 'everywhere', keys: ['g c'] },
  'go.contacts': { title: titles.goContacts, place: 'everywhere', keys: ['g p'] },
  'go.sms': { title: titles.goSms, place: 'everywhere', keys: ['g t'] },
  'go.webhooks': { title: titles.goWebhooks, place: 'everywhere', keys: ['g w'] },
  'go.assistants': { title: titles.goAssistants, place: 'everywhere', keys: ['g a'] },
  'go.knowledge': { title: titles.goKnowledge, place: 'everywhere', keys: ['g k'] },
  'go.tools': { title: titles.goTools, place: 'everywhere', keys: ['g x'] },
  'go.settings': { title: titles.goSettings, place: 'everywhere', keys: ['g s'] },

  'inbox.next': { title: titles.inboxNext, place: 'inbox', keys: ['j', ']'] },
  'inbox.previous': { title: titles.inboxPrevious, place: 'inbox', keys: ['k', '['] },
  'inbox.search': { title: titles.inboxSearch, place: 'inbox', keys: ['/'] },
  'inbox.select': { title: titles.inboxSelect, place: 'inbox', keys: ['x'] },
  'inbox.selectAll': { title: titles.inboxSelectAll, place: 'inbox', keys: ['$mod+a'] },
  'inbox.view.open': { title: titles.viewOpen, place: 'inbox', keys: ['g o'] },
  'inbox.view.mine': { title: titles.viewMine, place: 'inbox', keys: ['g m'] },
  'inbox.view.unanswered': { title: titles.viewUnanswered, place: 'inbox', keys: ['g u'] },
  'inbox.view.needs_person': { title: titles.viewNeedsPerson, place: 'inbox', keys: ['g n'] },
  'inbox.view.snoozed': { title: titles.viewSnoozed, place: 'inbox', keys: ['g z'] },
  'inbox.view.ended': { title: titles.viewEnded, place: 'inbox', keys: ['g e'] },
  'inbox.view.all': { title: titles.viewAll, place: 'inbox', keys: ['g l'] },
  'conversation.reply': { title: titles.reply, place: 'inbox', keys: ['r'] },
  'conversation.note': { title: titles.note, place: 'inbox', keys: ['n'] },
  'dial.auto': { title: titles.dialAuto, place: 'inbox', keys: ['1'] },
  'dial.approve': { title: titles.dialApprove, place: 'inbox', keys: ['2'] },
  'dial.human': { title: titles.dialHuman, place: 'inbox', keys: ['3'] },
  'conversation.assign': { title: titles.assign, place: 'inbox', keys: ['a'] },
  'conversation.label': { title: titles.label, place: 'inbox', keys: ['l'] },
  'conversation.snooze': { title: titles.snooze, place: 'inbox', keys: ['s'] },
  'conversation.unread': { title: titles.unread, place: 'inbox', keys: ['u'] },
  'conversation.end': { title: titles.end, place: 'inbox', keys: ['e'] },
  'conversation.details': { title: titles.details, place: 'inbox', keys: ['d', 'o'] },

  'list.next': { title: titles.listNext, place: 'list', keys: ['j'] },
  'list.previous': { title: titles.listPrevious, place: 'list', keys: ['k'] },
  'list.search': { title: titles.listSearch, place: 'list', keys: ['/'] },
  'list.filter': { title: titles.listFilter, place: 'list', keys: ['f'] },
  'list.new': { title: titles.listNew, place: 'list', keys: ['n'] },
  'list.export': { title: titles.listExport, place: 'list', keys: ['e'] },

  'recording.play': { title: titles.recordingPlay, place: 'recording', keys: ['p'] },
  'recording.back': { title: titles.recordingBack, place: 'recording', keys: [','] },
  'recording.forward': { title: titles.recordingForward, place: 'recording', keys: ['.'] },
  'recording.next': { title: titles.recordingNext, place: 'recording', keys: ['j'] },
  'recording.previous': { title: titles.recordingPrevious, place: 'recording', keys: ['k'] },

  'form.search': { title: titles.formSearch, place: 'form', keys: ['/'] },
  'form.save': { title: titles.formSave, place: 'form', keys: ['$mod+Enter'] },
} as const satisfies Record<string, Shortcut>

export type ShortcutId = keyof typeof SHORTCUTS
