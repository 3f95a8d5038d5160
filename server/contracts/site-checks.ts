import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, WebUrl } from './scalars.ts'

/**
 * Everything that the site check can find in a page, with its severity: a `problem` keeps the chat from working, a `warning` may,
 * a `proposal` would make it look better, a `note` is only information.
 */
export const SITE_FINDINGS = {
  page_status: 'problem',
  page_password: 'problem',
  page_not_html: 'problem',
  page_frameset: 'problem',
  page_sign_in: 'warning',
  page_too_long: 'warning',
  page_redirected: 'note',
  assistant_inactive: 'problem',
  parley_on_this_machine: 'problem',
  parley_insecure: 'problem',
  parley_on_network: 'warning',
  site_not_listed: 'problem',
  csp_blocks_chat: 'problem',
  csp_needs_nonce: 'problem',
  csp_needs_hash: 'problem',
  csp_sandbox: 'problem',
  csp_blocks_extras: 'warning',
  csp_report_only: 'note',
  microphone_forbidden: 'warning',
  tag_missing: 'problem',
  tag_not_run: 'problem',
  tag_as_module: 'problem',
  tag_without_assistant: 'problem',
  tag_of_other_server: 'problem',
  tag_insecure: 'problem',
  tag_integrity_wrong: 'problem',
  tag_without_crossorigin: 'problem',
  tag_integrity_evergreen: 'warning',
  tag_held: 'warning',
  tag_twice: 'warning',
  tag_blocking: 'warning',
  tag_base: 'warning',
  tag_old: 'note',
  tag_of_other_assistant: 'note',
  tag_manager: 'note',
  service_worker: 'warning',
  consent_manager: 'warning',
  other_chat: 'proposal',
  floating_button: 'proposal',
  page_colors: 'proposal',
  old_library: 'note',
} as const satisfies Record<string, SiteFindingSeverity>

export type SiteFindingSeverity = 'problem' | 'warning' | 'proposal' | 'note'
export type SiteFindingCode = keyof typeof SITE_FINDINGS

/** The severities, the gravest first. */
export const SEVERITIES = ['problem', 'warning', 'proposal', 'note'] as const

const CODES = Object.keys(SITE_FINDINGS) as [SiteFindingCode, ...SiteFindingCode[]]

/** Something that the site check found in a page. */
export const SiteFinding = z.object({
  code: z.enum(CODES),
  severity: z
    .enum(SEVERITIES)
    .describe(
      'A `problem` keeps the chat from working, a `warning` may; a `proposal` would make it look better, a `note` is only information.',
    ),
  title: z.string(),
  advice: z.string(),
  seen: z
    .string()
    .nullable()
    .describe(
      'Excerpt of the page, its policy or its address: text of a stranger, at most 500 characters.',
    ),
  paste: z
    .string()
    .nullable()
    .describe('Text to paste into the page, its policy or its settings, as the advice says.'),
})
export type SiteFinding = z.output<typeof SiteFinding>

/** A colour of a page. */
export const PageColor = z.object({
  color: z.string().describe('`#rrggbb`.'),
  source: z
    .string()
    .describe(
      'Its place in the page: `theme-color`, `manifest`, a CSS variable, or `button` or `link` for what a style sheet says of these.',
    ),
})
export type PageColor = z.output<typeof PageColor>

/** The result of a site check. */
export const SiteCheck = z.object({
  url: z.string().describe('Address of the page after redirects.'),
  status: z.int(),
  is_installed: z.boolean().describe('Whether a working tag of this assistant is in the page.'),
  findings: z.array(SiteFinding).describe('The gravest first.'),
  colors: z.array(PageColor).describe('Colours of the page for the chat, the most likely first.'),
  offset_y: z
    .int()
    .nullable()
    .describe(
      'Distance from the bottom, px, that keeps clear of other buttons; null if there are none.',
    ),
})
export type SiteCheck = z.output<typeof SiteCheck>

export const checkSite = endpoint({
  method: 'post',
  path: '/user/assistant/:id/site-checks',
  capability: 'assistants',
  summary: 'Check a page of a website for what would keep the chat from working',
  description:
    'Reads the page once, without cookies, and says for each finding what to do. Nothing is stored. Pages on private addresses are read only if the owner has allowed the address.',
  params: z.object({ id: Id }),
  body: z.object({ url: WebUrl.describe('Address of a page that shows the chat, or should.') }),
  refusals: ['assistant_not_found'],
  examples: {
    body: { url: 'https://www.example.com/' },
    reply: {
      data: {
        url: 'https://www.example.com/',
        status: 200,
        is_installed: false,
        findings: [
          {
            code: 'site_not_listed',
            severity: 'problem',
            title: 'This website is not allowed to show the chat',
            advice: 'Add the origin under Websites.',
            seen: 'https://www.example.com',
            paste: 'https://www.example.com',
          },
        ],
        colors: [{ color: '#0c6b64', source: 'theme-color' }],
        offset_y: null,
      },
    },
  },
  reply: z.object({ data: SiteCheck }),
})
