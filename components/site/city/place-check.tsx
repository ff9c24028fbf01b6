import { stegaClean } from 'next-sanity'
import type { ReactNode } from 'react'
import { placesFile } from '@/lib/browser-bundles.js'
import {
  BLOCK_SCRIPT_ATTRIBUTE,
  PLACE_CHECK_ATTRIBUTE,
  PLACE_NAME_ATTRIBUTE,
  PLACE_MESSAGE_ATTRIBUTE,
  toScriptAttributes,
} from '@/lib/dom-contract.ts'
import { type CityPlace, formatCities } from '@/lib/site/coverage/coverage-check.ts'
import type { UiCopy } from '@/lib/site/ui-copy.ts'
import { buildCityHref } from '../../../lib/routes.ts'
import type { CITY_GRID_QUERY_RESULT } from '../../../sanity/types.ts'
import type { BlockOf } from '../types/blocks.ts'
import { getButtonClass } from '../../ui/button.tsx'
import { fillWith } from '../../ui/fill.tsx'
import { TextLink } from '../../ui/link.tsx'

const filterTexts = (texts: (string | null)[] | null | undefined) => texts?.filter((text) => text !== null) ?? []

const buildPlaces = (cities: CITY_GRID_QUERY_RESULT): CityPlace[] =>
  stegaClean(cities).flatMap((city) => {
    const href = buildCityHref(city)
    if (!href || !city.name || !city.state) return []
    const { name, state, near } = city
    return { name, state, href, zips: filterTexts(near?.zips), states: filterTexts(near?.states) }
  })

/** Parts of the result. browser/place-check.ts shows the ones that apply. */
const MESSAGE_PARTS = ['works', 'city', 'state', 'weather', 'none', 'unknown', 'town'] as const

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span hidden className="mt-3 block first:mt-0" {...toScriptAttributes({ [PLACE_MESSAGE_ATTRIBUTE]: name })}>
      {children}
    </span>
  )
}

type PlaceCheckProps = {
  id: string
  check: NonNullable<BlockOf<'cityGridBlock'>['check']>
  cities: CITY_GRID_QUERY_RESULT
  labels: UiCopy['placeCheck']
}

/** Renders the coverage check. The input never leaves the browser, because the field has no name and no form. */
export function PlaceCheck({ id, check, cities, labels }: PlaceCheckProps) {
  const state = <span {...toScriptAttributes({ [PLACE_NAME_ATTRIBUTE]: '' })} />
  const places = buildPlaces(cities)
  const city = (
    <a
      className="text-link font-semibold"
      href={places[0]?.href}
      {...toScriptAttributes({ [PLACE_NAME_ATTRIBUTE]: '' })}
    >
      {places[0]?.name}
    </a>
  )
  return (
    <div
      className="mt-6 grid gap-x-12 gap-y-5 rounded-3xl panel p-5 sm:mt-8 sm:p-8 lg:grid-cols-2"
      {...toScriptAttributes({
        [PLACE_CHECK_ATTRIBUTE]: formatCities(places),
        [BLOCK_SCRIPT_ATTRIBUTE]: placesFile.path,
      })}
    >
      <div>
        <h3 className="text-2xl">{check.heading}</h3>
        {check.text && <p className="mt-2 text-muted-foreground">{check.text}</p>}
      </div>
      <div className="noscript:hidden">
        <label htmlFor={id} className="label font-medium">
          {labels.label}
        </label>
        <div className="flex flex-wrap items-stretch gap-3">
          <input
            id={id}
            type="text"
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            maxLength={60}
            enterKeyHint="go"
            className="text-field min-w-40 flex-1"
          />
          <button type="button" className={getButtonClass('solid', 'mt-2')}>
            {labels.button}
          </button>
        </div>
        <p className="label mt-2 text-muted-foreground">{labels.privacy}</p>
        <output className="mt-4 block empty:hidden">
          {MESSAGE_PARTS.map((name) => (
            <Part key={name} name={name}>
              {fillWith(labels[name], { state, city })}
            </Part>
          ))}
          {check.recording?.href && (
            <Part name="recording">
              {labels.recording} <TextLink href={check.recording.href}>{check.recording.label}</TextLink>
            </Part>
          )}
        </output>
      </div>
    </div>
  )
}
