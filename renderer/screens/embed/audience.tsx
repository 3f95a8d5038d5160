import { embedWebsiteTexts as t } from '../../texts/embed-websites.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { AlertIcon, CheckIcon } from '../../ui/icons.tsx'
import { Banner } from '../../ui/states.tsx'
import { audienceOf } from './reach.ts'

const SERVE = 'PARLEY_PUBLIC_URL=https://chat.example.com npm run serve'
const CADDY = 'chat.example.com {\n  reverse_proxy 127.0.0.1:4317\n}'

/** From where visitors can reach this Parley, and what to do when that is not enough. */
export function Audience({ origin }: { readonly origin: string }) {
  const audience = audienceOf(origin)
  const isPublic = audience === 'everybody'
  const [serve, proxy, open] = t.steps
  return (
    <section class="audience">
      <h3>{t.audience}</h3>
      <Banner tone={isPublic ? 'ok' : 'attention'} icon={isPublic ? CheckIcon : AlertIcon}>
        <p>
          <strong>{t[audience]}</strong> {t.addressIs} <code dir="ltr">{origin}</code>.
        </p>
        {audience === 'machine' && <p>{t.machineMore}</p>}
        {audience === 'network' && <p>{t.networkMore}</p>}
      </Banner>
      {!isPublic && (
        <details class="what-to-do">
          <summary>{t.whatToDo}</summary>
          <ol>
            <li>
              <p>{serve}</p>
              <CodeBlock label={t.terminal} text={SERVE} />
            </li>
            <li>
              <p>{proxy}</p>
              <CodeBlock label="Caddyfile" text={CADDY} />
            </li>
            <li>
              <p>{open}</p>
            </li>
          </ol>
          <p class="quiet">{t.tunnel}</p>
        </details>
      )}
    </section>
  )
}
