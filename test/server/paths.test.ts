import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all.ts'
import { spellingsOf } from '#contracts/endpoint.ts'
import { createPaths } from '../../server/http/paths.ts'

function pathsOf(...routes: readonly (readonly [string, string])[]) {
  const paths = createPaths<string>()
  for (const [method, path] of routes) paths.add(method, path, `${method} ${path}`)
  return paths
}

test('every endpoint is found under each spelling, with its path parameters', () => {
  const routes = allEndpoints.flatMap(({ name, endpoint }) =>
    spellingsOf(endpoint).map((spelling) => ({ name, ...spelling })),
  )
  const paths = createPaths<string>()
  for (const { name, method, path } of routes) paths.add(method, path, name)
  for (const { name, method, path } of routes) {
    const params: Record<string, string> = {}
    const filled = path.replaceAll(/:(\w+)(\(\\d\+\))?/g, (_, param: string, digits?: string) => {
      params[param] = digits ? '12' : `any-${param}`
      return params[param]
    })
    for (const target of [filled, `${filled}/`]) {
      const match = paths.find(method, target)
      expect([target, match?.found]).toEqual([target, { handler: name, params }])
    }
  }
})

test('a digits-only parameter matches nothing else, and reports the allowed methods', () => {
  const paths = pathsOf(['GET', '/a/:id(\\d+)'], ['PUT', '/a/:id(\\d+)'], ['POST', '/a/:id/b'])
  expect(paths.find('GET', '/a/12')?.found?.params).toEqual({ id: '12' })
  for (const other of ['/a/x', '/a/1x', '/a/-1', '/a/%31', '/a/١'])
    expect([other, paths.find('GET', other)]).toEqual([other, undefined])
  expect(paths.find('DELETE', '/a/12')).toEqual({
    found: undefined,
    methods: ['GET', 'PUT', 'HEAD'],
  })
  expect(paths.find('POST', '/a/x/b')?.found?.params).toEqual({ id: 'x' })
  const mixed = pathsOf(['GET', '/a/:id(\\d+)'], ['PUT', '/a/:uuid'])
  expect(mixed.find('GET', '/a/x')).toEqual({ found: undefined, methods: ['PUT'] })
})

test('a literal segment takes precedence over a parameter, even when only the parameter has the method', () => {
  const paths = pathsOf(
    ['GET', '/a/all'],
    ['DELETE', '/a/:id'],
    ['GET', '/a/:id/b/:b'],
    ['GET', '/a/all/c/d'],
  )
  expect(paths.find('GET', '/a/all')?.found?.handler).toBe('GET /a/all')
  expect(paths.find('DELETE', '/a/all')).toEqual({ found: undefined, methods: ['GET', 'HEAD'] })
  expect(paths.find('DELETE', '/a/1')?.found?.params).toEqual({ id: '1' })
  expect(paths.find('GET', '/a/all/b/2')?.found?.params).toEqual({ id: 'all', b: '2' })
})

test.each([
  ['/a', undefined],
  ['/a//', undefined],
  ['/A/1', undefined],
  ['/a/1/2', undefined],
  ['/%61/1', undefined],
  ['/a/%61%2Fb', { id: 'a/b' }],
  ['/a/__proto__', { id: '__proto__' }],
])('the path %j gives %j', (path, params) => {
  expect(pathsOf(['GET', '/a/:id']).find('GET', path)?.found?.params).toEqual(params)
})

test('HEAD is answered by GET, and a malformed percent escape is a bad request', () => {
  const paths = pathsOf(['GET', '/a/:id'])
  expect(paths.find('HEAD', '/a/1')?.found?.handler).toBe('GET /a/:id')
  expect(() => paths.find('GET', '/a/%E0%A4%A')).toThrow(
    expect.objectContaining({ code: 'bad_request' }),
  )
})

test('a method and path have one handler', () => {
  const paths = pathsOf(['GET', '/a/:id'])
  expect(() => paths.add('GET', '/a/:uuid', 'another')).toThrow('has a handler already')
})
