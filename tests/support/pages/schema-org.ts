import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The schema.org vocabulary from schema-dts: interfaces with parents and own properties. */
const declarations = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('schema-dts')), 'schema.d.ts'),
  'utf8',
)

type Interface = { parents: string[]; properties: string[]; type: string | undefined }

function readInterfaces(): Map<string, Interface> {
  const interfaces = new Map<string, Interface>()
  for (const [, name = '', parents = '', body = ''] of declarations.matchAll(
    /^(?:export )?interface (\w+)(?: extends ([^{]+))? \{\n([\s\S]*?)^\}/gm,
  )) {
    interfaces.set(name, {
      parents: parents.split(',').map((parent) => parent.trim()),
      properties: [...body.matchAll(/^ {4}"([^"]+)"\??:/gm)].map(([, property = '']) => property),
      type: /"@type": "(\w+)"/.exec(body)?.[1],
    })
  }
  return interfaces
}

const interfaces = readInterfaces()
const interfacesByType = new Map([...interfaces].flatMap(([name, { type }]) => (type ? [[type, name] as const] : [])))

function listProperties(name: string): string[] {
  const definition = interfaces.get(name)
  return definition ? [...definition.properties, ...definition.parents.flatMap(listProperties)] : []
}

/** Properties that Google requires for rich results. schema.org itself requires none. */
const REQUIRED_PROPERTIES: Record<string, string[]> = {
  Answer: ['text'],
  Blog: ['name', 'url', 'mainEntity'],
  BlogPosting: ['headline', 'datePublished', 'dateModified', 'author', 'publisher', 'mainEntityOfPage'],
  BreadcrumbList: ['itemListElement'],
  City: ['name'],
  CollectionPage: ['name', 'url', 'mainEntity'],
  FAQPage: ['mainEntity'],
  ItemList: ['itemListElement'],
  ListItem: ['position', 'name'],
  Offer: ['price', 'priceCurrency'],
  Organization: ['name', 'url'],
  Person: ['name'],
  ProfilePage: ['mainEntity'],
  Question: ['name', 'acceptedAnswer'],
  Service: ['name', 'provider', 'areaServed'],
  SoftwareApplication: ['name', 'applicationCategory', 'operatingSystem'],
  State: ['name'],
  TechArticle: ['headline', 'dateModified', 'author', 'publisher', 'mainEntityOfPage'],
  WebPage: ['name', 'url', 'isPartOf', 'publisher'],
  WebSite: ['name', 'url'],
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export function findProblems(node: unknown, path = 'node'): string[] {
  if (Array.isArray(node)) return node.flatMap((item, index) => findProblems(item, `${path}[${index}]`))
  if (node === '' || node === null || node === undefined) return [`${path} is empty`]
  if (!isObject(node)) return []
  const type = node['@type']
  if (type === undefined) return typeof node['@id'] === 'string' ? [] : [`${path} has no type`]
  const interfaceName = interfacesByType.get(String(type))
  if (!interfaceName) return [`${path}: ${String(type)} is no type of schema.org`]
  const knownProperties = new Set([...listProperties(interfaceName), '@type', '@id'])
  const requiredProperties = REQUIRED_PROPERTIES[String(type)]
  if (!requiredProperties) return [`${path}: what ${String(type)} requires is not written down`]
  return [
    ...requiredProperties.filter((property) => !(property in node)).map((property) => `${path}.${property} is missing`),
    ...Object.entries(node).flatMap(([property, value]) =>
      knownProperties.has(property)
        ? findProblems(value, `${path}.${property}`)
        : [`${path}.${property} is no property of ${String(type)}`],
    ),
  ]
}
