import type { HomeNeeds } from '#contracts/home.ts'
import type { Desk } from '../../app/desk.ts'
import { t } from '../../locales/translate.ts'
import { Count } from '../../ui/display.tsx'
import { DoneIcon, ForwardIcon } from '../../ui/icons.tsx'
import { noticesOf, Problems, problemsOf } from './problems.tsx'
import { WaitingRow } from './waiting-row.tsx'

interface NeedsProps {
  readonly desk: Pick<Desk, 'notices' | 'toasts'>
  readonly needs: HomeNeeds
}

/** Everything that needs attention, or a note that nothing does. */
export function Needs({ desk, needs }: NeedsProps) {
  const { total, data } = needs.conversations
  const problems = [...noticesOf(desk), ...problemsOf(needs)]
  return (
    <section class="home-needs card" aria-labelledby="home-needs">
      <header class="home-head">
        <h2 id="home-needs">{t('home.needsYou')}</h2>
        <Count value={total + problems.length} tone="attention" />
      </header>
      {total > 0 && (
        <ul class="home-waiting" aria-label={t('home.waiting', { count: total })}>
          {data.map((item) => (
            <WaitingRow key={item.id} item={item} />
          ))}
        </ul>
      )}
      {total > data.length && (
        <a class="home-more" href="/app/inbox?state=open&awaiting=1">
          {t('home.allWaiting', { total })} <ForwardIcon size={16} />
        </a>
      )}
      <Problems problems={problems} />
      {total === 0 && problems.length === 0 && (
        <div class="home-calm">
          <span class="state-icon">
            <DoneIcon size={22} />
          </span>
          <p>
            <strong>{t('home.nothing')}</strong>
            <span>{t('home.nothingMore')}</span>
          </p>
        </div>
      )}
    </section>
  )
}
