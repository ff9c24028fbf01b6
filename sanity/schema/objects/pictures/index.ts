import { businessProfilePicture } from './business-profile-picture.ts'
import { handoverPicture } from './handover-picture.ts'
import { morningPicture } from './morning-picture.ts'
import { pagingPicture } from './paging-picture.ts'
import { reportPicture } from './report-picture.ts'
import { townPagePicture } from './town-page-picture.ts'
import { weekPicture } from './week-picture.ts'

/** The fragments of the product of which a hero or a text can show one, in the order the menu shows. */
export const pictureTypes = [
  handoverPicture,
  morningPicture,
  pagingPicture,
  weekPicture,
  businessProfilePicture,
  townPagePicture,
  reportPicture,
]
