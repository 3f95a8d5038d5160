import { z } from 'zod'
import type { TemplateCategory, TemplateStatus } from '#contracts/enums.ts'
import { type Fault, fault } from '#contracts/faults.ts'
import type { OutgoingTemplate, RemoteTemplate, Review, SubmittedTemplate } from '../channel.ts'
import { placeholdersIn } from '../placeholders.ts'
import { type CloudAccount, type CloudFailure, type CloudNeeds, callCloud } from './call.ts'

const MINUTE_MS = 60_000

/** Reviews take minutes to a day; the service also reports their end. */
const ASK_AGAIN_MS = 5 * MINUTE_MS

const PAGE = 200

/** Maximum number of pages that are read. */
const MAX_PAGES = 10

const FIELDS = 'id,name,language,category,status,components,rejected_reason'

const Component = z.object({
  type: z.string(),
  format: z.string().optional(),
  text: z.string().max(5000).optional(),
  buttons: z.array(z.object({ url: z.string().optional() })).optional(),
})

const Template = z.object({
  id: z.string().min(1).max(100),
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(35),
  category: z.string(),
  status: z.string(),
  components: z.array(Component),
  rejected_reason: z.string().max(200).optional(),
})

const Page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({
      cursors: z.object({ after: z.string().max(1000).optional() }).optional(),
      next: z.string().optional(),
    })
    .optional(),
})

/** The templates of a business account that consist of a text, as far as it has placeholders. */
export async function listTemplates(
  context: CloudNeeds,
  account: CloudAccount,
  signal?: AbortSignal,
): Promise<{ readonly templates: readonly RemoteTemplate[] } | { readonly failure: CloudFailure }> {
  const templates: RemoteTemplate[] = []
  let after = ''
  for (let count = 0; count < MAX_PAGES; count += 1) {
    const query = new URLSearchParams({
      fields: FIELDS,
      limit: String(PAGE),
      ...(after && { after }),
    })
    const answer = await callCloud(context, account, {
      path: `/${account.businessId}/message_templates?${query}`,
      signal,
    })
    if (answer.failure) return answer
    const { data: page } = Page.safeParse(answer.result)
    if (!page) return { failure: { kind: 'unknown', reason: fault('cloud_api_foreign') } }
    templates.push(...page.data.flatMap((sent) => templateOf(sent) ?? []))
    after = page.paging?.cursors?.after ?? ''
    if (!page.paging?.next || after === '') break
  }
  return { templates }
}

const STATUSES: Readonly<Record<string, TemplateStatus>> = {
  APPROVED: 'approved',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
}

/** Undefined for one that needs values outside of its text, or has none. */
function templateOf(sent: unknown): RemoteTemplate | undefined {
  const { data } = Template.safeParse(sent)
  const body = data?.components.find(({ type }) => type.toUpperCase() === 'BODY')?.text
  if (!data || body === undefined) return undefined
  const needsMore = data.components.some(
    ({ type, format, text, buttons = [] }) =>
      (type.toUpperCase() !== 'BODY' && text?.includes('{{')) ||
      (format !== undefined && format.toUpperCase() !== 'TEXT') ||
      buttons.some(({ url }) => url?.includes('{{')),
  )
  if (needsMore) return undefined
  const status = STATUSES[data.status.toUpperCase()] ?? 'rejected'
  return {
    remoteId: data.id,
    name: data.name,
    language: data.language,
    category: categoryOf(data.category),
    status,
    body,
    reason: status === 'rejected' ? reasonOf(data) : undefined,
  }
}

function categoryOf(category: string): TemplateCategory {
  const known = category.toLowerCase()
  return known === 'utility' || known === 'authentication' ? known : 'marketing'
}

/** Its state may say more than the reason, such as `PAUSED`. */
function reasonOf({ status, rejected_reason: reason }: z.output<typeof Template>): Fault {
  const text = reason && reason !== 'NONE' ? reason : status
  return fault('verbatim', { text })
}

const Created = z.object({ id: z.string().min(1).max(100), status: z.string() })

/** Submits a template unless the service knows it already, and says what became of it. */
export async function reviewTemplate(
  context: CloudNeeds,
  account: CloudAccount,
  template: SubmittedTemplate,
  now: Date,
  signal: AbortSignal,
): Promise<Review> {
  const later = (remoteId?: string): Review => ({
    again: new Date(now.getTime() + ASK_AGAIN_MS),
    remoteId,
  })
  const { name, language, category, body } = template
  // Asked first, because a submission may have arrived before its answer was lost.
  const listed = await listTemplates(context, account, signal)
  if ('failure' in listed) return later()
  const known = listed.templates.find((each) => each.name === name && each.language === language)
  if (known)
    return known.status === 'pending'
      ? later(known.remoteId)
      : { status: known.status, reason: known.reason, remoteId: known.remoteId }
  if (template.remoteId !== null) return { status: 'rejected', reason: fault('template_gone') }
  const answer = await callCloud(context, account, {
    path: `/${account.businessId}/message_templates`,
    method: 'POST',
    json: {
      name,
      language,
      category: category.toUpperCase(),
      ...bodyOf(body),
    },
    signal,
  })
  if (answer.failure)
    return answer.failure.kind === 'refused'
      ? { status: 'rejected', reason: answer.failure.reason }
      : later()
  return later(Created.safeParse(answer.result).data?.id)
}

/** The text with an example for each placeholder, which the service demands. */
function bodyOf(body: string) {
  const keys = placeholdersIn(body)
  const component = { type: 'BODY', text: body }
  if (keys.length === 0) return { components: [component] }
  if (keys.every(isNumber)) {
    const example = { body_text: [keys.map((key) => `value ${key}`)] }
    return { parameter_format: 'POSITIONAL', components: [{ ...component, example }] }
  }
  const named = keys.map((key) => ({ param_name: key, example: key }))
  return {
    parameter_format: 'NAMED',
    components: [{ ...component, example: { body_text_named_params: named } }],
  }
}

const isNumber = (key: string): boolean => /^\d+$/.test(key)

/** The values of a template's placeholders as the service takes them. */
export function templateParameters(values: OutgoingTemplate['values']) {
  if (values.every(({ key }) => isNumber(key)))
    return [...values]
      .sort((a, b) => Number(a.key) - Number(b.key))
      .map(({ value }) => ({ type: 'text', text: value }))
  return values.map(({ key, value }) => ({ type: 'text', parameter_name: key, text: value }))
}
