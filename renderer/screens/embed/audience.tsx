import { embedTexts } from '../../texts/embed.ts'
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
  const [serve, proxy, open] = embedTexts.steps
  return (
    <section class="audience">
      <h3>{embedTexts.audience}</h3>
      <Banner tone={isPublic ? 'ok' : 'attention'} icon={isPublic ? CheckIcon : AlertIcon}>
        <p>
          <strong>{embedTexts[audience]}</strong> {embedTexts.addressIs}{' '}
          <code dir="ltr">{origin}</code>.
        </p>
        {audience === 'machine' && <p>{embedTexts.machineMore}</p>}
        {audience === 'network' && <p>{embedTexts.networkMore}</p>}
      </Banner>
      {!isPublic && (
        <details class="what-to-do">
          <summary>{embedTexts.whatToDo}</summary>
          <ol>
            <li>
              <p>{serve}</p>
              <CodeBlock label={embedTexts.terminal} text={SERVE} />
            </li>
            <li>
              <p>{proxy}</p>
              <CodeBlock label="Caddyfile" text={CADDY} />
            </li>
            <li>
              <p>{open}</p>
            </li>
          </ol>
          <p class="quiet">{embedTexts.tunnel}</p>
        </details>
      )}
    </section>
  )
}
