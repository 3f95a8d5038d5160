import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import * as widget from '#contracts/widget.ts'
import { DIST } from '../../../server/assets.ts'
import { lab } from '../../support/lab.ts'

/*
 * Patterns typical of the generic rules in filter lists, written in our own words: the names that ads,
 * trackers and other chats give their files, addresses, elements, classes and attributes.
 */

const part = (words: string) => new RegExp(`(^|[/._?&=-])(${words})([/._?&=-]|\\d|$)`, 'i')

const SHAPES: readonly RegExp[] = [
  part('ads?|adv|advert\\w*|adserver|banners?|sponsor\\w*|affiliates?|promo\\w*|partners?'),
  part(
    'analytics?|stats?|metrics?|telemetry|beacons?|pixel\\w*|track\\w*|collect\\w*|events?|logs?|logger|hits?|visits?|impressions?|clicks?|rum|ping',
  ),
  part(
    'pop-?ups?|pop-?unders?|overlay-?\\w*|interstitial|exit-?intent|newsletter|cookie-?\\w*|consent',
  ),
  part(
    'live-?chat|chat-?widget|chat-?bubble|chat-?button|chat-?launcher|messenger|helpdesk|help-?widget|support-?widget',
  ),
  /utm_|gclid|fbclid/i,
]

const UUIDS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g

const isListed = (name: string) => SHAPES.some((shape) => shape.test(name))

lab('Filter lists', (row) => {
  row(
    'none of our URLs looks like an ad, a tracker or a listed chat',
    async ({ visit, tag, front, note }) => {
      const asked = new Set<string>()
      const { url } = await front((_path, request) => {
        // Ids are random and occasionally look like an ad's (`-ad78-`), which no list can target.
        asked.add(request.url!.replace(UUIDS, 'id'))
        return 'pass'
      })
      const guest = await visit({ tag: tag('', url) })
      await guest.chats()
      const endpoints = Object.values(widget).flatMap((value) =>
        typeof value === 'object' && 'path' in value ? [String(value.path)] : [],
      )
      const files = readdirSync(path.join(DIST, 'widget')).map((name) => `/widget/${name}`)
      const names = [...asked, ...endpoints, ...files, '/widget.js']
      expect(endpoints.length).toBeGreaterThan(10)
      expect(asked.size).toBeGreaterThan(4)
      expect(names.filter(isListed)).toEqual([])
      note('addresses looked at', String(names.length))
    },
  )

  row('none of our elements, classes, ids or attributes does', async ({ visit, tag, note }) => {
    const guest = await visit({ tag: tag() })
    await guest.opens()
    await guest.asks()
    const names = await guest.page.evaluate(() => {
      const host = document.querySelector('parley-chat')!
      return [host, ...host.shadowRoot!.querySelectorAll('*')].flatMap((element) => [
        element.localName,
        element.id,
        ...element.classList,
        ...element.getAttributeNames().map((name) => `[${name}]`),
        // A list may match a style attribute as written.
        ...(element.getAttribute('style')?.match(/z-index: *2147483647/) ?? []),
      ])
    })
    const seen = [...new Set(names.filter(Boolean))]
    // Inside the shadow tree, `log` is the ARIA role, and no list reaches in there.
    expect(seen.filter((name) => isListed(name) && name !== 'log')).toEqual([])
    note('names looked at', String(seen.length))
  })

  row('the patterns match what they are meant for', async () => {
    const listed = [
      '/ads/show.js',
      '/js/analytics.js',
      '/pixel?id=1',
      '/track/event',
      'live-chat',
      'chat-widget',
      'popup-ad',
      '/collect?utm_source=x',
    ]
    expect(listed.filter((name) => !isListed(name))).toEqual([])
  })
})
