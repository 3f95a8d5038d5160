import { z } from 'zod'
import type { TemplateCategory, TemplateStatus } from '#contracts/enums.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import { type FormApiAccount, type FormApiNeeds, objectIn } from '../../form-api/account.ts'
import { scrubbed, scrubbedFault } from '../../form-api/scrub.ts'
import { guardedFetch } from '../../http/guarded-fetch.ts'
import { onBehalfOf } from '../../http/on-behalf.ts'
import { OutgoingError } from '../../http/outgoing-error.ts'
import { providerError } from '../../provider-error.ts'
import { sendTimeout } from '../../send-timeout.ts'
import type { RemoteTemplate, Review, SubmittedTemplate, Trouble } from '../channel.ts'
import { placeholdersIn } from '../placeholders.ts'

const MINUTE_MS = 60_000

/** Reviews take minutes to a day. */
const ASK_AGAIN_MS = 5 * MINUTE_MS

const PAGE = 500

/** Maximum number of pages that are read. */
const MAX_PAGES = 5

const MAX_BYTES = 4 * 1024 * 1024

interface Call {
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly json?: object
  readonly signal?: AbortSignal | undefined
}

type Answer =
  | { readonly value: Record<string, unknown>; readonly failure?: undefined }
  /** `isNo` if the provider refused it for certain. */
  | { readonly failure: Fault; readonly isNo: boolean }

/** Calls the API of templates, which is at a host of its own beside that of messages. */
async function callContent(
  context: FormApiNeeds,
  { url, account, token }: FormApiAccount,
  { path, method = 'GET', json, signal }: Call,
): Promise<Answer> {
  try {
    const response = await guardedFetch(onBehalfOf(context, null), {
      url: `${contentUrl(url)}${path}`,
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`,
        accept: 'application/json',
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
      timeoutMs: sendTimeout(context),
      maxBytes: MAX_BYTES,
      ...(signal && { signal }),
    })
    const { status } = response
    const value = objectIn(response) ?? {}
    if (status >= 200 && status < 300) return { value }
    const { code, message } = value
    const isNo = status >= 400 && status < 500 && status !== 429 && status !== 408
    const failure =
      typeof message === 'string' && typeof code === 'number'
        ? providerError(code, scrubbed(message, { url, account, token }))
        : fault('sms_provider_status', { status })
    return { failure, isNo }
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    const reason = scrubbedFault(error.fault, { url, account, token })
    return { failure: fault('outgoing_failed', { reason }), isNo: false }
  }
}

/** The provider's own hosts are called `api` and `content`; a server of one's own has both under one address. */
const contentUrl = (url: string): string =>
  url.replace(/\/+$/, '').replace(/^(https?:\/\/)api\./, '$1content.')

const Sid = z.string().regex(/^HX[0-9a-fA-F]{32}$/)

const Approval = z.object({
  name: z.string().max(512).optional(),
  category: z.string().optional(),
  status: z.string(),
  rejection_reason: z.string().max(500).nullish(),
})

const Content = z.object({
  sid: Sid,
  friendly_name: z.string().max(512),
  language: z.string().min(1).max(35),
  types: z.record(z.string(), z.object({ body: z.string().max(5000).optional() })),
  approval_requests: Approval.nullish(),
})

const Page = z.object({
  contents: z.array(z.unknown()),
  meta: z.object({ next_page_url: z.string().nullish() }).optional(),
})

/** Kinds of content that consist of a text, with buttons at most. */
const TEXTS = ['twilio/text', 'twilio/quick-reply']

const STATUSES: Readonly<Record<string, TemplateStatus>> = {
  approved: 'approved',
  unsubmitted: 'pending',
  received: 'pending',
  pending: 'pending',
}

/** A template with whether its review was asked for. */
interface Listed extends RemoteTemplate {
  readonly isSubmitted: boolean
}

/** The templates of an account that consist of a text. */
export async function listContent(
  context: FormApiNeeds,
  account: FormApiAccount,
  signal?: AbortSignal,
): Promise<{ readonly templates: readonly Listed[] } | Trouble> {
  const templates: Listed[] = []
  let path = `/v1/ContentAndApprovals?PageSize=${PAGE}`
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const answer = await callContent(context, account, { path, signal })
    if (answer.failure) return { failure: answer.failure }
    const { data } = Page.safeParse(answer.value)
    if (!data) return { failure: fault('sms_provider_foreign') }
    templates.push(...data.contents.flatMap((sent) => templateOf(sent) ?? []))
    const next = data.meta?.next_page_url
    if (!next) break
    const { pathname, search } = new URL(next, 'https://provider.invalid')
    path = `${pathname}${search}`
  }
  return { templates }
}

function templateOf(sent: unknown): Listed | undefined {
  const { data } = Content.safeParse(sent)
  const kind = TEXTS.find((type) => data?.types[type]?.body !== undefined)
  if (!data || kind === undefined) return undefined
  const { sid, language, approval_requests: approval } = data
  const known = approval?.status ?? 'unsubmitted'
  const status = STATUSES[known] ?? 'rejected'
  return {
    remoteId: sid,
    name: approval?.name || data.friendly_name,
    language,
    category: categoryOf(approval?.category),
    status,
    body: data.types[kind]!.body!,
    reason:
      status === 'rejected'
        ? fault('verbatim', { text: approval?.rejection_reason || known })
        : undefined,
    isSubmitted: known !== 'unsubmitted',
  }
}

function categoryOf(category = ''): TemplateCategory {
  const known = category.toLowerCase()
  return known === 'utility' || known === 'authentication' ? known : 'marketing'
}

/** Creates a template and asks for its review, unless the provider has it already, and says what became of it. */
export async function reviewContent(
  context: FormApiNeeds,
  account: FormApiAccount,
  template: SubmittedTemplate,
  now: Date,
  signal: AbortSignal,
): Promise<Review> {
  const { name, language, category, body } = template
  const later = (remoteId?: string): Review => ({
    again: new Date(now.getTime() + ASK_AGAIN_MS),
    remoteId,
  })
  const refused = ({ failure, isNo }: Extract<Answer, { failure: Fault }>): Review =>
    isNo ? { status: 'rejected', reason: failure } : later()
  // Asked first, because it may have been created before its answer was lost.
  const listed = await listContent(context, account, signal)
  if ('failure' in listed) return later()
  const known = listed.templates.find((each) => each.name === name && each.language === language)
  if (known?.isSubmitted)
    return known.status === 'pending'
      ? later(known.remoteId)
      : { status: known.status, reason: known.reason, remoteId: known.remoteId }
  if (!known && template.remoteId !== null)
    return { status: 'rejected', reason: fault('template_gone') }
  let sid = known?.remoteId
  if (sid === undefined) {
    const variables = Object.fromEntries(placeholdersIn(body).map((key) => [key, key]))
    const json = { friendly_name: name, language, variables, types: { 'twilio/text': { body } } }
    const created = await callContent(context, account, {
      path: '/v1/Content',
      method: 'POST',
      json,
      signal,
    })
    if (created.failure) return refused(created)
    sid = Sid.safeParse(created.value['sid']).data
    if (sid === undefined) return later()
  }
  const asked = await callContent(context, account, {
    path: `/v1/Content/${sid}/ApprovalRequests/whatsapp`,
    method: 'POST',
    json: { name, category: category.toUpperCase() },
    signal,
  })
  return asked.failure ? refused(asked) : later(sid)
}

/** Deletes a template; resolves to the reason why it is still there. */
export async function deleteContent(
  context: FormApiNeeds,
  account: FormApiAccount,
  sid: string,
): Promise<Trouble | undefined> {
  const path = `/v1/Content/${encodeURIComponent(sid)}`
  const { failure } = await callContent(context, account, { path, method: 'DELETE' })
  return failure && { failure }
}
