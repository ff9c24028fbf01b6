import type { CITY_QUERY_RESULT } from '../../sanity/types.ts'
import type { BlockContext } from '../blocks/types.ts'

export type City = NonNullable<CITY_QUERY_RESULT>
export type CityPageProps = { city: City } & Pick<BlockContext, 'cities' | 'booking'>
