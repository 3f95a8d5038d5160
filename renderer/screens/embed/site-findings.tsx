import type { Embedding } from '#contracts/assistant-embedding.ts'
import type { SiteCheck, SiteFinding } from '#contracts/site-checks.ts'
import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Badge, type Tone } from '../../ui/display.tsx'
import { CheckIcon, PlusIcon, UpIcon } from '../../ui/icons.tsx'
import type { EmbedModel } from './model.ts'
import { optionsOf, snippetsOf } from './snippets.ts'

/** Props of what was found in a page. */
export interface ResultProps {
  readonly model: EmbedModel
  readonly embedding: Embedding
  readonly result: SiteCheck
}

interface FindingListProps extends ResultProps {
  readonly label: string
  readonly findings: readonly SiteFinding[]
}

/** Findings with what to do about each. */
export function FindingList({ label, findings, ...rest }: FindingListProps) {
  if (findings.length === 0) return null
  return (
    <ol class="site-findings" aria-label={label}>
      {findings.map((finding, at) => (
        // Several findings can have the same code.
        <Finding key={`${finding.code} ${at}`} finding={finding} {...rest} />
      ))}
    </ol>
  )
}

const TONES: Readonly<Record<SiteFinding['severity'], Tone>> = {
  problem: 'danger',
  warning: 'attention',
  proposal: 'ai',
  note: 'neutral',
}

interface FindingProps extends ResultProps {
  readonly finding: SiteFinding
}

function Finding(props: FindingProps) {
  const { finding, model, embedding } = props
  const { code, severity, title, advice, seen, paste } = finding
  return (
    <li class="site-finding">
      <div class="site-finding-head">
        <h3>{title}</h3>
        <Badge tone={TONES[severity]}>{t(`siteCheck.severity.${severity}`)}</Badge>
      </div>
      <p>{advice}</p>
      {seen !== null && code !== 'page_colors' && code !== 'site_not_listed' && (
        <p class="site-seen">
          <span class="quiet">{t('siteCheck.seen')}</span>{' '}
          <code dir="ltr" translate={false}>
            {seen}
          </code>
        </p>
      )}
      {paste !== null && (
        <CodeBlock
          label={t(`siteCheck.paste.${pastedAs(code)}`)}
          text={paste.replace(embedding.snippet, () => tagOf(model, embedding))}
          isWrapped
        />
      )}
      <Actions {...props} />
    </li>
  )
}

/** The tag with the look of the draft, as the install step shows it. */
const tagOf = (model: EmbedModel, embedding: Embedding): string =>
  snippetsOf(embedding, optionsOf(model.look.value, model.draft.value)).tag

function pastedAs(code: SiteFinding['code']): 'policy' | 'origin' | 'header' | 'worker' | 'tag' {
  if (code === 'csp_needs_nonce') return 'tag'
  if (code.startsWith('csp_')) return 'policy'
  if (code === 'site_not_listed') return 'origin'
  if (code === 'microphone_forbidden') return 'header'
  return code === 'service_worker' ? 'worker' : 'tag'
}

/** Things that the desk can do by itself about a finding. */
function Actions({ finding, model, embedding, result }: FindingProps) {
  const { draft, websites } = model
  const { code, paste } = finding
  if (code === 'site_not_listed' && paste !== null) {
    if (embedding.allowed_origins.includes(paste)) return <Done>{t('siteCheck.allowed')}</Done>
    return (
      <div class="look-actions">
        <Button
          size="small"
          icon={PlusIcon}
          busy={websites.busy.value}
          onClick={() => void websites.allow(paste)}
        >
          {t('siteCheck.allow')}
        </Button>
        {websites.error.value !== undefined && (
          <p class="field-error" role="alert">
            {websites.error.value}
          </p>
        )}
      </div>
    )
  }
  if (code === 'page_colors') {
    return (
      <ul class="swatches" aria-label={t('siteCheck.colors')}>
        {result.colors.map(({ color, source }) => (
          <li key={color}>
            <button
              type="button"
              class="swatch"
              aria-label={t('siteCheck.useColor', { color })}
              title={`${color} · ${source}`}
              aria-pressed={color === draft.value.color.toLowerCase()}
              style={{ background: color }}
              onClick={() => model.change({ color })}
            />
          </li>
        ))}
      </ul>
    )
  }
  const { offset_y } = result
  if ((code !== 'other_chat' && code !== 'floating_button') || offset_y === null) return null
  if (draft.value.offset_y === `${offset_y}`) return <Done>{t('siteCheck.movedUp')}</Done>
  return (
    <div class="look-actions">
      <Button size="small" icon={UpIcon} onClick={() => model.change({ offset_y: `${offset_y}` })}>
        {t('siteCheck.moveUp', { pixels: `${offset_y}` })}
      </Button>
    </div>
  )
}

function Done({ children }: { readonly children: string }) {
  return (
    <p class="site-done">
      <CheckIcon size={16} /> {children}
    </p>
  )
}
