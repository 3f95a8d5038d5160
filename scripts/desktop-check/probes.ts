/** Titles of the automatic probes of `npm run desktop:check`, by name; documented in docs/DESKTOP.md. */
export const PROBES = {
  window: 'The window shows the inbox, signed in',
  fuses: 'All nine fuses are as they should be',
  sandbox: 'Chromium’s sandbox is on, around every page',
  sealed: 'Secrets are sealed by a keyring, or not kept',
  server: 'The server serves from the archive, in a process of its own',
  'document-worker': 'The thread that reads documents reads one',
  'copy-worker': 'The thread that copies databases copies one',
  memory: 'A document that takes too much memory is given up, and the server goes on',
  unsaved: 'Closing a window with unsaved text asks, once',
  'refused-link': 'A link that the system refuses to open ends nothing',
  fault: 'A server that fails comes back, and its log says why it went',
  'second-start': 'A second start ends at once, and the first hears of it',
  link: 'A parley:// link leads to its screen, and one that is on no list nowhere',
  'system-link': 'The system leads parley:// links here',
  cookie: 'The session outlives a restart',
  quit: 'Quitting ends with 0 and leaves no process and no port',
} as const
export type ProbeName = keyof typeof PROBES

/** Manual steps, ten minutes in all, each with its expected result. */
export const BY_HAND: readonly (readonly [string, string])[] = [
  ['Look beside the clock.', 'Parley’s sign; its menu has Show, Inbox, Open in Browser and Quit.'],
  [
    'Open the demo page in a browser and write a message.',
    'The dock or task bar counts it, and a notification says it. Its icon is Parley’s.',
  ],
  ['Click the notification.', 'The window comes to the front, at that conversation.'],
  [
    'Write again, and answer in the notification (macOS, Windows).',
    'The answer is in the conversation, and the assistant is silent.',
  ],
  ['Close the window with unsent text in an assistant’s form.', 'A question; Stay keeps the text.'],
  ['Print a conversation (Ctrl or ⌘ + P).', 'The system’s dialog, and a page without navigation.'],
  [
    'Misspell a word in a reply and click it with the right button.',
    'Nothing was downloaded before; suggestions come once Edit › Check Spelling is on.',
  ],
  [
    'Settings › About: switch on Start at login. Log out and in again.',
    'Parley runs. (Linux: also after an AppImage was renamed and started once.)',
  ],
  ['Start a call that uses the microphone (macOS).', 'The system asks, with Parley’s sentence.'],
  [
    'With a package that has a feed: publish a higher version and choose Restart and install.',
    'The new version runs; Start at login is still on.',
  ],
  [
    'Log out of the desktop session while Parley runs, and in again.',
    'No question about a damaged database; main.log says nothing of a crash.',
  ],
  [
    'Embed › Check my website: check a public page, and open it at desktop and at phone size.',
    'The page with the chat on it, without a question; a window of a phone’s size scrolls by dragging.',
  ],
  [
    'Uninstall Parley.',
    'Nothing of it starts at login or opens parley://; the data folder is still there.',
  ],
]
