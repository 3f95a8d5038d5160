import { audienceOf } from '#contracts/reach.ts'
import { t } from '../../locales/translate.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'

const SERVE = 'PARLEY_PUBLIC_URL=https://chat.example.com npm run serve'
const CADDY = 'chat.example.com {\n  reverse_proxy 127.0.0.1:4317\n}'

/** Explains from where visitors can reach this Parley, and how to extend that. */
export function Audience({ origin }: { readonly origin: string }) {
  const audience = audienceOf(origin)
  const isPublic = audience === 'everybody'

  return (
    <section class="audience">
      <h3>{t('embedWebsites.audience')}</h3>
      <Banner tone={isPublic ? 'ok' : 'attention'} icon={isPublic ? CheckIcon : AlertIcon}>
        <p>
          <strong>{t(`embedWebsites.${audience}`)}</strong> {t('embedWebsites.addressIs')}{' '}
          <code dir="ltr">{origin}</code>.
        </p>
        {audience === 'machine' && <p>{t('embedWebsites.machineMore')}</p>}
        {audience === 'network' && <p>{t('embedWebsites.networkMore')}</p>}
      </Banner>
      {!isPublic && (
        <details class="what-to-do">
          <summary>{t('embedWebsites.whatToDo')}</summary>
          <ol>
            <li>
              <p>{t('embedWebsites.steps.1')}</p>
              <CodeBlock label={t('embedWebsites.terminal')} text={SERVE} />
            </li>
            <li>
              <p>{t('embedWebsites.steps.2')}</p>
              <CodeBlock label="Caddyfile" text={CADDY} />
            </li>
            <li>
              <p>{t('embedWebsites.steps.3')}</p>
            </li>
          </ol>
          <p class="quiet">{t('embedWebsites.tunnel')}</p>
        </details>
      )}
    </section>
  )
}
