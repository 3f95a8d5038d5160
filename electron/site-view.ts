/*
 * Functions that run inside a website's page, in a JavaScript world of their own, whose built-in functions the page cannot
 * replace. Its elements can still hide those of `document` and of forms by their names, which is why both are used through
 * their prototypes. The source of the functions is sent there, so they may use nothing outside themselves.
 */

/** Place where `watchSite` leaves things for `lookAtSite`. */
interface Watched {
  parleySaw?: { directive: string; blocked: string }[]
}

/** Collects what the page's policy blocks, from before its first script. */
export function watchSite(): void {
  const saw: NonNullable<Watched['parleySaw']> = []
  Object.assign(globalThis, { parleySaw: saw })
  document.addEventListener('securitypolicyviolation', (event) => {
    const { effectiveDirective: directive, blockedURI: blocked, disposition } = event
    if (disposition === 'enforce' && saw.length < 100) saw.push({ directive, blocked })
  })
}

/** Options of `lookAtSite`. */
export interface Look {
  /** UUID of the assistant. */
  readonly assistant: string
  /** Longest wait for the launcher, and the wait for what comes after it, ms. */
  readonly patience: number
  readonly rest: number
}

/** Waits for the chat and describes the page around it. */
export async function lookAtSite({ assistant, patience, rest }: Look) {
  /** Free space around the launcher, px, and the largest offset that it accepts. */
  const [gap, most] = [12, 500]
  const { querySelectorAll, elementsFromPoint } = Document.prototype
  const { closest, getAttribute, getBoundingClientRect } = Element.prototype
  const all = (selector: string) => [...querySelectorAll.call(document, selector)]
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  function findLauncher(): Element | undefined {
    const launchers = all(`parley-chat[assistant="${assistant}"]`).map((chat) =>
      chat.shadowRoot?.querySelector('[aria-expanded]'),
    )
    return launchers.find((one) => one && rectOf(one).width > 0) ?? undefined
  }

  for (let waited = 0; waited < patience && !findLauncher(); waited += 100) await wait(100)
  await wait(rest)
  const launcher = findLauncher()
  const { obstacles, offset_y } = launcher ? around(launcher) : { obstacles: [], offset_y: null }
  const registrations = await navigator.serviceWorker?.getRegistrations().catch(() => [])
  return {
    url: location.href,
    tags: all(`script[src][data-assistant="${assistant}" i]`).length,
    hasLauncher: launcher !== undefined,
    violations: (globalThis as Watched).parleySaw ?? [],
    workers: (registrations ?? []).flatMap(
      ({ active, waiting, installing }) => (active ?? waiting ?? installing)?.scriptURL ?? [],
    ),
    obstacles,
    offset_y,
  }

  function rectOf(element: Element): DOMRect {
    return getBoundingClientRect.call(element)
  }

  function parentOf(element: Element): Element | null {
    return Reflect.get(Node.prototype, 'parentElement', element)
  }

  /** True for an element that stays in place when the page scrolls and is about as large as a button. */
  function isFloating(element: Element): boolean {
    const { width, height } = rectOf(element)
    const { visibility, opacity, pointerEvents } = getComputedStyle(element)
    const isButton = width > 0 && height > 0 && width <= Math.min(320, innerWidth * 0.6)
    const isShown = visibility === 'visible' && opacity !== '0' && pointerEvents !== 'none'
    if (!isButton || height > 320 || !isShown || closest.call(element, 'parley-chat')) return false
    for (let one: Element | null = element; one; one = parentOf(one))
      if (getComputedStyle(one).position === 'fixed') return true
    return false
  }

  function around(button: Element) {
    const { left, right, top, bottom, height } = rectOf(button)
    const isAtTop = top < innerHeight / 2
    let distance = isAtTop ? top : innerHeight - bottom
    const points = [left + 2, (left + right) / 2, right - 2].flatMap((x) =>
      [top + 2, (top + bottom) / 2, bottom - 2].flatMap((y) =>
        elementsFromPoint.call(document, x, y),
      ),
    )
    const fixed = all('body *')
      .slice(0, 10_000)
      .filter((one) => getComputedStyle(one).position === 'fixed')
    const others = [...new Set([...fixed, ...points])].filter(isFloating).map((element) => {
      const rect = rectOf(element)
      return {
        element,
        rect,
        near: isAtTop ? rect.top : innerHeight - rect.bottom,
        far: isAtTop ? rect.bottom : innerHeight - rect.top,
      }
    })
    const met = new Set<Element>()
    for (let pass = 0; pass < 20; pass++) {
      const hit = others.find(
        ({ rect, near, far, element }) =>
          !met.has(element) &&
          rect.left < right &&
          rect.right > left &&
          near < distance + height &&
          far > distance,
      )
      if (!hit) break
      met.add(hit.element)
      distance = Math.max(distance, Math.ceil(hit.far + gap))
    }
    // A button inside another one that is in the way says nothing more.
    const outer = [...met].filter(
      (one) => ![...met].some((two) => two !== one && Node.prototype.contains.call(two, one)),
    )
    return {
      obstacles: outer.map(nameOf),
      offset_y: met.size > 0 && distance <= most ? distance : null,
    }
  }

  /** Its name as in a selector, which a page may make as long as it likes. */
  function nameOf(element: Element): string {
    const [id, classes] = ['id', 'class'].map((name) => getAttribute.call(element, name) ?? '')
    const name = Reflect.get(Element.prototype, 'localName', element)
    const suffix = (classes ?? '').split(/\s+/).map((one) => one && `.${one}`)
    return `${name}${id && `#${id}`}${suffix.join('')}`.slice(0, 500)
  }
}
