import { t } from '../../locales/translate.ts'

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Loading skeleton of Home. */
export function HomeSkeleton() {
  return (
    <div class="home" role="status" aria-label={t('home.loading')}>
      <div class="home-first" aria-hidden="true">
        <div class="card home-bone is-needs">
          <span class="bone is-short" />
          <span class="bone" />
          <span class="bone" />
        </div>
      </div>
      <div class="stats" aria-hidden="true">
        {times(6).map((index) => (
          <div class="stat home-bone is-stat" key={index}>
            <span class="bone is-short" />
            <span class="bone" />
          </div>
        ))}
      </div>
      <div class="plots home-plots" aria-hidden="true">
        {times(6).map((index) => (
          <div class="plot home-bone is-plot" key={index}>
            <span class="bone is-short" />
          </div>
        ))}
      </div>
    </div>
  )
}
