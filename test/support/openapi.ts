import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { AnyEndpoint } from '#contracts/endpoint.ts'

interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Content {
  readonly description?: string
  readonly content: Readonly<Record<string, Media>>
}

/** The parts of an OpenAPI operation that the tests read. */
export interface Operation {
  readonly operationId: string
  readonly security: readonly object[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly schema: object
    readonly example: unknown
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** Reads an OpenAPI document and checks values against its schemas, with a third-party validator. */
export function openApiChecker(document: object) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema(document, 'api:', undefined, false)
  const compiled = new Map<string, ValidateFunction>()

  /** Resolves a reference to the part of the document it points to. */
  function resolve<part extends object>(part: part): part {
    if (!('$ref' in part)) return part
    const path = String(part.$ref).slice(2).split('/')
    // The caller knows the type of the referenced part.
    return path.reduce<unknown>(
      (place, name) => Reflect.get(place as object, name),
      document,
    ) as part
  }

  return {
    resolve,
    operationOf({ path, method }: AnyEndpoint): Operation {
      const { paths } = document as { paths: Record<string, Record<string, Operation>> }
      return paths[path.replace(/:(\w+)/g, '{$1}')]![method]!
    },
    /** The errors of a value according to a schema of the document. */
    check(schema: object, value: unknown): string[] {
      const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api:#/')
      const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
      compiled.set(text, validate)
      if (validate(value)) return []
      return validate.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`)
    },
  }
}
