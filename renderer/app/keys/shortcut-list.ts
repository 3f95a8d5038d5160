import { t } from '../../locales/translate.ts'

/** Scope of a shortcut: two scopes may share a key unless one of them is `everywhere`. */
export type Place = 'everywhere' | 'inbox' | 'list' | 'form' | 'recording'

export interface Shortcut {
  readonly title: string
  readonly place: Place
  /** Key presses in tinykeys notation: `j`, `g i`, `$mod+k`. */
  readonly keys: readonly string[]
}

/** All default shortcuts, in one list to prevent conflicts. Operators can change the keys. */
export const SHORTCUTS = {
  palette: { title: t('shortcuts.titles.palette'), place: 'everywhere', keys: ['$mod+k'] },
  help: { title: t('shortcuts.titles.help'), place: 'everywhere', keys: ['?'] },
  undo: { title: t('shortcuts.titles.undo'), place: 'everywhere', keys: ['$mod+z'] },
  'go.home': { title: t('shortcuts.titles.goHome'), place: 'everywhere', keys: ['g h'] },
  'go.inbox': { title: t('shortcuts.titles.goInbox'), place: 'everywhere', keys: ['g i'] },
  'go.calls': { title: t('shortcuts.titles.goCalls'), place: 'everywhere', keys: ['g c'] },
  'go.campaigns': { title: t('shortcuts.titles.goCampaigns'), place: 'everywhere', keys: ['g r'] },
  'go.leads': { title: t('shortcuts.titles.goLeads'), place: 'everywhere', keys: ['g d'] },
  'go.contacts': { title: t('shortcuts.titles.goContacts'), place: 'everywhere', keys: ['g p'] },
  'go.sms': { title: t('shortcuts.titles.goSms'), place: 'everywhere', keys: ['g t'] },
  'go.webhooks': { title: t('shortcuts.titles.goWebhooks'), place: 'everywhere', keys: ['g w'] },
  'go.assistants': {
    title: t('shortcuts.titles.goAssistants'),
    place: 'everywhere',
    keys: ['g a'],
  },
  'go.knowledge': { title: t('shortcuts.titles.goKnowledge'), place: 'everywhere', keys: ['g k'] },
  'go.tools': { title: t('shortcuts.titles.goTools'), place: 'everywhere', keys: ['g x'] },
  notifications: { title: t('shortcuts.titles.notifications'), place: 'everywhere', keys: ['g b'] },
  'go.settings': { title: t('shortcuts.titles.goSettings'), place: 'everywhere', keys: ['g s'] },

  'inbox.next': { title: t('shortcuts.titles.inboxNext'), place: 'inbox', keys: ['j', ']'] },
  'inbox.previous': {
    title: t('shortcuts.titles.inboxPrevious'),
    place: 'inbox',
    keys: ['k', '['],
  },
  'inbox.search': { title: t('shortcuts.titles.inboxSearch'), place: 'inbox', keys: ['/'] },
  'inbox.select': { title: t('shortcuts.titles.inboxSelect'), place: 'inbox', keys: ['x'] },
  'inbox.selectAll': {
    title: t('shortcuts.titles.inboxSelectAll'),
    place: 'inbox',
    keys: ['$mod+a'],
  },
  'inbox.view.open': { title: t('shortcuts.titles.viewOpen'), place: 'inbox', keys: ['g o'] },
  'inbox.view.mine': { title: t('shortcuts.titles.viewMine'), place: 'inbox', keys: ['g m'] },
  'inbox.view.unanswered': {
    title: t('shortcuts.titles.viewUnanswered'),
    place: 'inbox',
    keys: ['g u'],
  },
  'inbox.view.needs_person': {
    title: t('shortcuts.titles.viewNeedsPerson'),
    place: 'inbox',
    keys: ['g n'],
  },
  'inbox.view.snoozed': { title: t('shortcuts.titles.viewSnoozed'), place: 'inbox', keys: ['g z'] },
  'inbox.view.ended': { title: t('shortcuts.titles.viewEnded'), place: 'inbox', keys: ['g e'] },
  'inbox.view.all': { title: t('shortcuts.titles.viewAll'), place: 'inbox', keys: ['g l'] },
  'conversation.reply': { title: t('shortcuts.titles.reply'), place: 'inbox', keys: ['r'] },
  'conversation.replyAndEnd': {
    title: t('shortcuts.titles.replyAndEnd'),
    place: 'inbox',
    keys: ['$mod+Shift+Enter'],
  },
  'conversation.note': { title: t('shortcuts.titles.note'), place: 'inbox', keys: ['n'] },
  'dial.auto': { title: t('shortcuts.titles.dialAuto'), place: 'inbox', keys: ['1'] },
  'dial.approve': { title: t('shortcuts.titles.dialApprove'), place: 'inbox', keys: ['2'] },
  'dial.human': { title: t('shortcuts.titles.dialHuman'), place: 'inbox', keys: ['3'] },
  'conversation.assign': { title: t('shortcuts.titles.assign'), place: 'inbox', keys: ['a'] },
  'conversation.label': { title: t('shortcuts.titles.label'), place: 'inbox', keys: ['l'] },
  'conversation.snooze': { title: t('shortcuts.titles.snooze'), place: 'inbox', keys: ['s'] },
  'conversation.unread': { title: t('shortcuts.titles.unread'), place: 'inbox', keys: ['u'] },
  'conversation.end': { title: t('shortcuts.titles.end'), place: 'inbox', keys: ['e'] },
  'conversation.details': {
    title: t('shortcuts.titles.details'),
    place: 'inbox',
    keys: ['d', 'o'],
  },

  'list.next': { title: t('shortcuts.titles.listNext'), place: 'list', keys: ['j'] },
  'list.previous': { title: t('shortcuts.titles.listPrevious'), place: 'list', keys: ['k'] },
  'list.search': { title: t('shortcuts.titles.listSearch'), place: 'list', keys: ['/'] },
  'list.filter': { title: t('shortcuts.titles.listFilter'), place: 'list', keys: ['f'] },
  'list.new': { title: t('shortcuts.titles.listNew'), place: 'list', keys: ['n'] },
  'list.export': { title: t('shortcuts.titles.listExport'), place: 'list', keys: ['e'] },

  'recording.play': { title: t('shortcuts.titles.recordingPlay'), place: 'recording', keys: ['p'] },
  'recording.back': { title: t('shortcuts.titles.recordingBack'), place: 'recording', keys: [','] },
  'recording.forward': {
    title: t('shortcuts.titles.recordingForward'),
    place: 'recording',
    keys: ['.'],
  },
  'recording.next': { title: t('shortcuts.titles.recordingNext'), place: 'recording', keys: ['j'] },
  'recording.previous': {
    title: t('shortcuts.titles.recordingPrevious'),
    place: 'recording',
    keys: ['k'],
  },

  'form.search': { title: t('shortcuts.titles.formSearch'), place: 'form', keys: ['/'] },
  'form.save': { title: t('shortcuts.titles.formSave'), place: 'form', keys: ['$mod+Enter'] },
} as const satisfies Record<string, Shortcut>

export type ShortcutId = keyof typeof SHORTCUTS
