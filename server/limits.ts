import { MAX_ATTACHMENT } from '#contracts/constants.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const KB = 1024
const MB = 1024 * KB

/** Every limit with its unit. `PARLEY_LIMITS_SCALE` multiplies the rates. */
export const LIMITS = {
  /** Maximum size of a JSON body, bytes. */
  bodyBytes: 1024 * KB,
  /** Maximum size of a CSV body, bytes. */
  csvBytes: 20 * 1024 * KB,
  /** Maximum size of a visitor's file, bytes. */
  attachmentBytes: MAX_ATTACHMENT,
  /** Open streams per visitor, one for each browser that shows the chat; another one closes the oldest. */
  visitorStreamsOpen: 10,
  /** Open visitor streams per address: people behind one NAT who chat at the same time. */
  addressStreamsOpen: 100,
  /** Refused calls from one address within ten minutes at which the owner is notified. */
  refusalsShown: 300,
  /** Maximum size of an uploaded file, bytes. */
  uploadBytes: 20 * 1024 * KB,
  /** Maximum size of an export file restored over HTTP, bytes; `--restore` has no limit. */
  restoreBytes: 20 * 1024 * 1024 * KB,
  /** Maximum unpacked size of such a file, bytes. */
  unpackedBytes: 100 * 1024 * 1024 * KB,
  /** Disk space reserved for operations that free up space, bytes. */
  reserveBytes: 16 * 1024 * KB,
  /** Size of the database's write-ahead log from which a warning is logged, bytes: a reader is preventing checkpoints. */
  walBytes: 64 * 1024 * KB,
  /** Maximum size of a database whose pages are all checked before startup, bytes; this takes about 2 ms per MB. */
  lookedAtBytes: 32 * 1024 * KB,
  /** Maximum nesting depth of a JSON body. */
  bodyDepth: 32,
  /** Maximum unread bytes of a stream; a client with more is disconnected. */
  streamBufferBytes: 256 * KB,
  /** Time without a report after which an operator's tab no longer counts as present, ms. */
  presenceMs: 20 * SECOND,
  /** Time after its stream has closed at which a tab is dropped, ms: it may merely be reloading. */
  presenceGraceMs: 3 * SECOND,
  /** Interval of heartbeats on an operator's stream, ms. */
  heartbeatMs: 15 * SECOND,
  /** Interval of heartbeats on a visitor's stream, ms: within 5 s, a widget reports that it is not up to date. */
  visitorHeartbeatMs: 3 * SECOND,
  /** Maximum wait for work in progress when stopping, ms. */
  drainMs: 10 * SECOND,
  /** Socket limits of the HTTP server, ms and sockets. */
  headersTimeoutMs: 10 * SECOND,
  requestTimeoutMs: 30 * SECOND,
  keepAliveMs: 10 * SECOND,
  maxConnections: 12_000,
  /** Lifetime of an operator's browser session, ms. */
  sessionMs: 30 * DAY,
  /** Lifetime of a one-time sign-in link, ms. */
  signInLinkMs: HOUR,
  /** Lifetime of a link for somebody who has not signed in yet, ms. */
  invitationMs: 7 * DAY,
  /** Maximum lifetime of a website's identity signature, ms. */
  identityMs: 30 * DAY,
  /** Maximum size of a conversation's variables after additions by the visitor, bytes. */
  variablesBytes: 64 * KB,
  /** Time of absence after which a visitor's token expires, ms. */
  visitorIdleMs: 30 * DAY,
  /** Interval at which streamed tokens are stored and shown, ms. */
  deltaMs: 40,
  /** Delay between two words of the built-in model, ms. */
  builtInWordMs: 18,
  /** Maximum history given to a model, in messages and tokens; the newest are kept. */
  historyMessages: 200,
  historyTokens: 6000,
  /** Tool use in one turn: maximum rounds, calls and total time, ms. After that, the model answers without tools. */
  toolRounds: 5,
  toolCalls: 8,
  toolsMs: 60 * SECOND,
  /** Maximum of a tool's response that is read, bytes, and that is passed to the model, characters. */
  toolReadBytes: 64 * KB,
  toolResultChars: 8000,
  /** Maximum length of a call's arguments, characters. */
  toolArgumentChars: 16_000,
  /** Tools that ask first: time until a call expires, ms, and calls of a conversation that can wait at once. */
  approvalMs: 15 * MINUTE,
  callsWaiting: 5,
  /** MCP servers: timeout of a request, ms; of listing the tools, ms, with the maximum of each response, bytes. */
  mcpCallMs: 30 * SECOND,
  mcpListMs: 15 * SECOND,
  mcpListBytes: 1024 * KB,
  /** Maximum MCP servers of an account, and tools of each. */
  mcpServers: 50,
  mcpTools: 100,
  /** Time without a stream after which a visitor counts as gone, ms. */
  visitorLeftMs: 750,
  /** Timeout of requests to an SMS provider, ms. */
  smsSendMs: 15 * SECOND,
  /** Knowledge passages given to a model. */
  passages: 6,
  /** Knowledge passages given to the built-in model. */
  passagesRead: 30,
  /** Webhooks: timeout of an attempt, ms; maximum of a response that is read and that is stored, bytes. */
  webhookTimeoutMs: 15 * SECOND,
  webhookReadBytes: 64 * KB,
  webhookKeptBytes: 2 * KB,
  /** Webhooks: stored request or response headers, bytes, and attempts kept per delivery. */
  webhookHeaderBytes: 8 * KB,
  webhookAttemptsKept: 50,
  /** Webhooks: maximum started per second, and maximum concurrent requests per host. */
  webhookStartsPerSecond: 20,
  webhooksAtHost: 2,
  /** Timeout of the inbound-call webhook, ms. */
  inboundWebhookMs: 2 * SECOND,
  /** Maximum time, ms, and memory, bytes, for processing one document. */
  documentMs: 60 * SECOND,
  documentMemoryBytes: 512 * 1024 * KB,
  /** Maximum passages per document. */
  documentPassages: 40_000,
  /** Documents processed concurrently. */
  documentsAtOnce: 2,
  /** Pages of websites parsed concurrently for site checks, each within the limits of a document. */
  siteChecksAtOnce: 2,
  /** Style sheets that a checked page links: maximum read of each, bytes. */
  siteSheetBytes: 512 * KB,
  /** Websites crawled concurrently, and delay between requests to one of them, ms: at most two per second. */
  crawlsAtOnce: 2,
  crawlPauseMs: 500,
  /** Maximum crawl delay a website may ask for, ms. */
  crawlMaxPauseMs: 60 * SECOND,
  /** Maximum passages per page of a website. */
  crawlPagePassages: 500,
  /** Web pages: timeout, ms, and maximum size, bytes. */
  pageMs: 15 * SECOND,
  pageBytes: 5 * 1024 * KB,
  /** Maximum concurrent jobs. */
  jobsAtOnce: 64,
  /** Cache of list responses, valid until the next write, bytes. */
  answerCacheBytes: 8 * 1024 * KB,
  /** Maximum concurrent live calls; further ones are refused. */
  callsAtOnce: 50,
  /** Maximum operators listening to one call. */
  listenersOfCall: 5,
  /** Maximum call sockets that have not authenticated yet. */
  voiceSocketsWaiting: 100,
  /** Maximum size of an incoming email, bytes, and of the text in its message, code points. */
  emailBytes: 25 * 1024 * KB,
  emailTextChars: 8000,
  /** Emails taken from one address within an hour, and those of them that the assistant answers: programs may answer each other. */
  emailsOfAddress: 60,
  emailsAnsweredOfAddress: 10,
  /** Conversations opened by email within an hour. */
  emailConversations: 100,
  /** Files that come by email within a day, from one address and in all, bytes. */
  emailFileBytesOfAddress: 100 * 1024 * KB,
  emailFileBytes: 4000 * 1024 * KB,
  /** Time that the service of a bot may hold a request for updates, s. */
  botPollSeconds: 25,
  /** Messages of one customer of the messaging channel within an hour that the assistant answers: programs may answer each other. */
  messengerAnsweredOfCustomer: 60,
  /** Files that come by a sender of the messaging channel within a day, from one customer and in all, bytes. */
  messengerFileBytesOfCustomer: 100 * 1024 * KB,
  messengerFileBytes: 4000 * 1024 * KB,
  /** Retention of events for streams that resume, ms. */
  eventsKeptMs: 7 * DAY,
} as const

/** A rate limit: `max` per key within `windowMs`. */
export interface Rate {
  readonly max: number
  readonly windowMs: number
}

/*
 * Visitor rates fit one busy person. Address rates fit a site behind one NAT: an office or a school with a few hundred people,
 * dozens of whom chat at the same time, which is about thirty times one person's rate.
 */
const RATES = {
  /** Invalid keys: by address and key prefix, and by address. */
  badKeys: { max: 20, windowMs: MINUTE },
  /** Reads by the widget: every page of a website loads the assistant, and every chat that opens its history. */
  visitorReads: { max: 240, windowMs: MINUTE },
  addressReads: { max: 1200, windowMs: MINUTE },
  /** New streams: a browser on a bad connection reconnects every second. */
  visitorStreams: { max: 60, windowMs: MINUTE },
  addressStreams: { max: 1200, windowMs: MINUTE },
  /** New visitors, by address: people at one site who start their first chat within an hour. */
  visitorSessions: { max: 60, windowMs: HOUR },
  /** Conversations started by visitors: no one has twenty unrelated questions an hour. */
  visitorConversations: { max: 20, windowMs: HOUR },
  addressConversations: { max: 300, windowMs: HOUR },
  /** Messages of visitors: one every six seconds. */
  visitorMessages: { max: 10, windowMs: MINUTE },
  /** Message requests by a visitor, including retries: a browser on a bad connection resends repeatedly. */
  visitorSends: { max: 30, windowMs: MINUTE },
  addressMessages: { max: 300, windowMs: MINUTE },
  /** Changes to a visitor's data, stops, ends and undos. */
  visitorChanges: { max: 60, windowMs: MINUTE },
  addressChanges: { max: 600, windowMs: MINUTE },
  /** Files uploaded by visitors. */
  visitorUploads: { max: 20, windowMs: 10 * MINUTE },
  addressUploads: { max: 100, windowMs: HOUR },
  /** Page views of visitors. */
  visitorPages: { max: 60, windowMs: MINUTE },
  addressPages: { max: 1200, windowMs: MINUTE },
  /** Typing and read indicators; a draft shown to operators is sent at most every half second. */
  visitorSigns: { max: 180, windowMs: MINUTE },
  addressSigns: { max: 1800, windowMs: MINUTE },
  /** Disk space, bytes: ten files of the maximum size, ten such visitors per address, and forty per assistant. */
  visitorBytes: { max: 100 * MB, windowMs: DAY },
  addressBytes: { max: 1000 * MB, windowMs: DAY },
  assistantBytes: { max: 4000 * MB, windowMs: DAY },
  /** Calls started or resumed by a visitor: a bad connection drops repeatedly. */
  visitorCalls: { max: 30, windowMs: 10 * MINUTE },
  /** Calls that an operator starts listening to, or resumes. */
  operatorListens: { max: 60, windowMs: 10 * MINUTE },
  /** Call sockets, by address: everyone at one site who calls within a minute, each on a bad connection. */
  voiceSockets: { max: 120, windowMs: MINUTE },
  /** The public chat endpoints, by address. */
  publicChat: { max: 60, windowMs: MINUTE },
  /** Playground answers, by account. */
  playgroundAnswers: { max: 60, windowMs: MINUTE },
  /** Summaries, rephrased and translated texts that operators ask for, by account. */
  writingAid: { max: 60, windowMs: MINUTE },
  /** Test webhooks, by account. */
  webhookTests: { max: 30, windowMs: MINUTE },
  /** Checks of websites, by account. */
  siteChecks: { max: 20, windowMs: MINUTE },
  /** Tool tests, by account. */
  toolTests: { max: 30, windowMs: MINUTE },
  /** Lists of tools fetched from MCP servers, by account. */
  mcpRefreshes: { max: 30, windowMs: MINUTE },
  /** Sign-ins at MCP servers that are started, by account. */
  mcpSignIns: { max: 30, windowMs: MINUTE },
  /** Tests and discovery of model providers, by account. */
  modelTests: { max: 30, windowMs: MINUTE },
  /** Tests and discovery of speech providers, by account. */
  speechTests: { max: 30, windowMs: MINUTE },
  /** Test emails to oneself, by account. */
  emailTests: { max: 10, windowMs: MINUTE },
  /** Invitations by email, by account. */
  invitationEmails: { max: 20, windowMs: 60 * MINUTE },
  /** Voice previews, by address. */
  voicePreviews: { max: 60, windowMs: MINUTE },
  /** Text messages, by account. */
  smsSends: { max: 300, windowMs: MINUTE },
  /** Messages of the messaging channel, by account (docs/spec/family.md, section 7). */
  messengerSends: { max: 5, windowMs: SECOND },
  /** Connections of bots that are tried, by account. */
  botTests: { max: 30, windowMs: MINUTE },
  /** Text messages to one country, by account, unless its policy sets another limit; counted in the database. */
  smsToCountry: { max: 1000, windowMs: DAY },
  /** Sign-in attempts, by address. */
  signIns: { max: 20, windowMs: MINUTE },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof RATES

/** Multiplies the rates by a factor. */
export function scaled(factor: number): Record<RateName, Rate> {
  const entries = Object.entries(RATES).map(([name, rate]) => [
    name,
    { ...rate, max: Math.max(1, Math.round(rate.max * factor)) },
  ])
  return Object.fromEntries(entries) as Record<RateName, Rate>
}
