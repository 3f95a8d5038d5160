import { MAX_ATTACHMENT } from '#contracts/constants.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const KB = 1024
const MB = 1024 * KB

/** Every limit, each with its unit. `PARLEY_LIMITS_SCALE` multiplies the rates. */
export const LIMITS = {
  /** Largest JSON body, bytes. */
  bodyBytes: 1024 * KB,
  /** Largest CSV body, bytes. */
  csvBytes: 20 * 1024 * KB,
  /** Largest file of a visitor, bytes. */
  attachmentBytes: MAX_ATTACHMENT,
  /** Streams of one visitor: one for each browser that shows the chat; one more closes the oldest. */
  visitorStreamsOpen: 10,
  /** Streams of all visitors of one address: people who chat at the same time behind one NAT. */
  addressStreamsOpen: 100,
  /** Refused calls of one address within ten minutes that the owner is told of. */
  refusalsShown: 300,
  /** Largest uploaded file, bytes. */
  uploadBytes: 20 * 1024 * KB,
  /** Largest exported file that is taken over HTTP, bytes; `--restore` knows no limit. */
  restoreBytes: 20 * 1024 * 1024 * KB,
  /** Most that such a file may unpack to, bytes. */
  unpackedBytes: 100 * 1024 * 1024 * KB,
  /** Kept free on the disk for what makes room there, bytes. */
  reserveBytes: 16 * 1024 * KB,
  /** The write-ahead log of the database is reported from this size on, bytes: somebody keeps it from being folded in. */
  walBytes: 64 * 1024 * KB,
  /** Deepest nesting of a JSON body. */
  bodyDepth: 32,
  /** A stream whose reader has this many bytes waiting is dropped. */
  streamBufferBytes: 256 * KB,
  /** An operator's tab that says nothing for this long is not at the desk any more, ms. */
  presenceMs: 20 * SECOND,
  /** A tab whose stream has closed is forgotten this long after, ms: it may only be loaded again. */
  presenceGraceMs: 3 * SECOND,
  /** Between two heartbeats of an operator's stream, ms. */
  heartbeatMs: 15 * SECOND,
  /** Between two heartbeats of a visitor's stream, ms: a widget says within 5 s that it is not up to date. */
  visitorHeartbeatMs: 3 * SECOND,
  /** Longest a stop waits for what is under way, ms. */
  drainMs: 10 * SECOND,
  /** Socket limits of the HTTP server, ms and sockets. */
  headersTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  keepAliveMs: 10 * SECOND,
  maxConnections: 12_000,
  /** An operator's browser session, ms. */
  sessionMs: 30 * DAY,
  /** A one-time sign-in link, ms. */
  signInLinkMs: HOUR,
  /** Longest validity of a website's signature, ms. */
  identityMs: 30 * DAY,
  /** Largest variables of a conversation once a visitor has added to them, bytes. */
  variablesBytes: 64 * KB,
  /** A visitor who has been away this long begins anew, ms. */
  visitorIdleMs: 30 * DAY,
  /** Interval at which tokens of an answer are written and shown, ms. */
  deltaMs: 40,
  /** Between two words of the built-in model, ms. */
  builtInWordMs: 18,
  /** Of the history a model is given so many messages and tokens at most, the newest. */
  historyMessages: 200,
  historyTokens: 6000,
  /** Tools in one turn: rounds and calls, and for all of it together, ms. Then the model answers without. */
  toolRounds: 5,
  toolCalls: 8,
  toolsMs: 60 * SECOND,
  /** Of a tool's answer so much is read, bytes, and given to the model, characters. */
  toolReadBytes: 64 * KB,
  toolResultChars: 8000,
  /** Longest arguments of a call, characters. */
  toolArgumentChars: 16_000,
  /** A visitor without any stream for so long has left, ms: nobody reads on. */
  visitorLeftMs: 750,
  /** Longest an SMS provider may take to answer, ms. */
  smsSendMs: 15 * SECOND,
  /** Passages of knowledge given to a model. */
  passages: 6,
  /** The same that the built-in model reads. */
  passagesRead: 30,
  /** A webhook: for one attempt, ms; read and kept of an answer, bytes. */
  webhookTimeoutMs: 15 * SECOND,
  webhookReadBytes: 64 * KB,
  webhookKeptBytes: 2 * KB,
  /** Kept of the headers of a request or an answer, bytes, and attempts kept of a delivery. */
  webhookHeaderBytes: 8 * KB,
  webhookAttemptsKept: 50,
  /** Webhooks that are begun within a second, and under way at one host at the same time. */
  webhookStartsPerSecond: 20,
  webhooksAtHost: 2,
  /** Timeout of the inbound-call webhook, ms. */
  inboundWebhookMs: 2 * SECOND,
  /** Longest the reading of one document may take, ms, and the memory it may need, bytes. */
  documentMs: 60 * SECOND,
  documentMemoryBytes: 512 * 1024 * KB,
  /** Passages that one document may have. */
  documentPassages: 40_000,
  /** Documents that are read at the same time. */
  documentsAtOnce: 2,
  /** Websites that are read at the same time, and between two requests to one of them, ms: at most two a second. */
  crawlsAtOnce: 2,
  crawlPauseMs: 500,
  /** Longest that a website may ask us to wait between two requests, ms. */
  crawlMaxPauseMs: 60 * SECOND,
  /** Passages that one page of a website may have. */
  crawlPagePassages: 500,
  /** A page of the web: longest its server may take to answer, ms, and its largest size, bytes. */
  pageMs: 15 * SECOND,
  pageBytes: 5 * 1024 * KB,
  /** Jobs that run at the same time. */
  jobsAtOnce: 64,
  /** Answers to lists that are kept until something is written, bytes. */
  answerCacheBytes: 8 * 1024 * KB,
  /** A database up to this size is written anew at once when somebody was erased, bytes; it takes a blink. */
  rewriteAtOnceBytes: 16 * 1024 * KB,
  /** Live calls at the same time; one more is refused. */
  callsAtOnce: 50,
  /** People at the desk who listen to one call. */
  listenersOfCall: 5,
  /** Sockets of calls that have not said yet whose they are. */
  voiceSocketsWaiting: 100,
  /** Events kept for streams that resume, ms. */
  eventsKeptMs: 7 * DAY,
} as const

/** A rate limit: `max` within `windowMs`, by key. */
export interface Rate {
  readonly max: number
  readonly windowMs: number
}

/*
 * Rates of visitors are what one busy person needs. Rates of addresses are what a house behind one NAT needs, an office
 * or a school with a few hundred people of whom some dozens chat at the same time: about thirty times one person's.
 */
const RATES = {
  /** Wrong keys: by address and beginning of the key, and by address. */
  badKeys: { max: 20, windowMs: MINUTE },
  /** Reads of the widget: every page of a website asks for the assistant, and every chat that opens for its history. */
  visitorReads: { max: 240, windowMs: MINUTE },
  addressReads: { max: 1200, windowMs: MINUTE },
  /** Streams that are begun: a browser on a bad line comes back every second. */
  visitorStreams: { max: 60, windowMs: MINUTE },
  addressStreams: { max: 1200, windowMs: MINUTE },
  /** New visitors, by address: people of one house who begin their first chat within an hour. */
  visitorSessions: { max: 60, windowMs: HOUR },
  /** Conversations that visitors begin: nobody has twenty questions an hour that do not belong together. */
  visitorConversations: { max: 20, windowMs: HOUR },
  addressConversations: { max: 300, windowMs: HOUR },
  /** Messages of visitors: one every six seconds. */
  visitorMessages: { max: 10, windowMs: MINUTE },
  /** Messages that a visitor sends, repetitions included: a browser on a bad line sends each again and again. */
  visitorSends: { max: 30, windowMs: MINUTE },
  addressMessages: { max: 300, windowMs: MINUTE },
  /** Changes of a visitor's data, stops, ends and undos. */
  visitorChanges: { max: 60, windowMs: MINUTE },
  addressChanges: { max: 600, windowMs: MINUTE },
  /** Files of visitors. */
  visitorUploads: { max: 20, windowMs: 10 * MINUTE },
  addressUploads: { max: 100, windowMs: HOUR },
  /** Pages that visitors go to. */
  visitorPages: { max: 60, windowMs: MINUTE },
  addressPages: { max: 1200, windowMs: MINUTE },
  /** Signs that visitors type or have read; a draft that the desk may see is told every half second at most. */
  visitorSigns: { max: 180, windowMs: MINUTE },
  addressSigns: { max: 1800, windowMs: MINUTE },
  /** Room on the disk, bytes: ten of the largest files, ten such visitors of one address, and forty of an assistant. */
  visitorBytes: { max: 100 * MB, windowMs: DAY },
  addressBytes: { max: 1000 * MB, windowMs: DAY },
  assistantBytes: { max: 4000 * MB, windowMs: DAY },
  /** Calls that a visitor begins or comes back to: a bad line is lost again and again. */
  visitorCalls: { max: 30, windowMs: 10 * MINUTE },
  /** Calls that an operator begins to listen to, or comes back to. */
  operatorListens: { max: 60, windowMs: 10 * MINUTE },
  /** Sockets of calls, by address: everybody of one house who calls within a minute, each with a bad line. */
  voiceSockets: { max: 120, windowMs: MINUTE },
  /** The public chat endpoints, by address. */
  publicChat: { max: 60, windowMs: MINUTE },
  /** Answers of the playground, by account. */
  playgroundAnswers: { max: 60, windowMs: MINUTE },
  /** Webhooks that are tried out, by account. */
  webhookTests: { max: 30, windowMs: MINUTE },
  /** Tools that are tried out, by account. */
  toolTests: { max: 30, windowMs: MINUTE },
  /** Model providers that are tried out or looked for, by account. */
  modelTests: { max: 30, windowMs: MINUTE },
  /** Speech providers that are tried out or looked for, by account. */
  speechTests: { max: 30, windowMs: MINUTE },
  /** Voices that are listened to, by address. */
  voicePreviews: { max: 60, windowMs: MINUTE },
  /** Text messages, by account. */
  smsSends: { max: 300, windowMs: MINUTE },
  /** Text messages to one country, by account, unless its policy says otherwise; counted in the database. */
  smsToCountry: { max: 1000, windowMs: DAY },
  /** Attempts to sign in, by address. */
  signIns: { max: 20, windowMs: MINUTE },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof RATES

/** The rates times a factor. */
export function scaled(factor: number): Record<RateName, Rate> {
  const entries = Object.entries(RATES).map(([name, rate]) => [
    name,
    { ...rate, max: Math.max(1, Math.round(rate.max * factor)) },
  ])
  return Object.fromEntries(entries) as Record<RateName, Rate>
}
