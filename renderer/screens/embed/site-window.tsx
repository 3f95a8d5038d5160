import { t } from '../../locales/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Banner, Loading } from '../../ui/states.tsx'
import type { Shown } from './site-check-model.ts'
import { FindingList, type ResultProps } from './site-findings.tsx'
import { windowFindings } from './site-window-findings.ts'

const SIZES = ['desktop', 'phone'] as const

/** Opens the checked page in a window of the desktop app, and shows what was seen there. */
export function SiteWindow(props: ResultProps) {
  const { model, embedding } = props
  const { shown, show } = model.siteCheck
  const { value: now } = shown
  const isWaiting = now !== undefined && !now.seen && !now.fault
  return (
    <section class="site-window" aria-label={t('siteWindow.title')}>
      <p class="quiet">{t('siteWindow.note')}</p>
      <div class="look-actions">
        {SIZES.map((size) => (
          <Button
            key={size}
            size="small"
            busy={isWaiting && now.size === size}
            onClick={() => void show(embedding.uuid, size)}
          >
            {t(`siteWindow.open.${size}`)}
          </Button>
        ))}
      </div>
      {isWaiting && <Loading label={t('siteWindow.looking')} rows={2} as="lines" />}
      {now && <Seen {...props} shown={now} />}
    </section>
  )
}

interface SeenProps extends ResultProps {
  readonly shown: Shown
}

function Seen({ shown, model, embedding, result }: SeenProps) {
  const { size, seen, fault, reason } = shown
  if (fault !== undefined && fault !== 'closed') {
    return (
      <p class="field-error" role="alert">
        <span>
          {t(`siteWindow.fault.${fault}`)} {reason !== undefined && <code dir="ltr">{reason}</code>}
        </span>
      </p>
    )
  }
  if (!seen) return null
  const findings = windowFindings(seen, embedding.origin)
  const where = t(`siteWindow.seen.${size}`)
  const isThere = seen.hasLauncher
  return (
    <>
      <div role="status">
        <Banner tone={isThere ? 'ok' : 'attention'}>
          <strong>{where}</strong>{' '}
          {isThere
            ? t(seen.isAdded ? 'siteWindow.added' : 'siteWindow.there')
            : t('siteWindow.notThere')}
        </Banner>
      </div>
      <FindingList
        label={where}
        findings={findings}
        model={model}
        embedding={embedding}
        result={{ ...result, offset_y: seen.offset_y }}
      />
    </>
  )
}
