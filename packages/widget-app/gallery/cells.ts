/** Every cell of the gallery, by what it shows. */
import { type Scheme, TEMPLATES, type Template } from '@service/protocol';
import { STATES } from './states/states.js';
import { CLOSED, SURFACES, type Surface } from './surfaces.js';

export interface Cell {
  readonly template: Template;
  readonly scheme: Scheme;
  readonly surface: Surface;
  readonly state: string;
  readonly width: number;
  readonly height: number;
}

export const SCHEMES: readonly Scheme[] = ['light', 'dark'];

const everywhere = Object.keys(SURFACES) as Surface[];

/** All of them; in a narrow window only what has to fit is of interest, which no template changes. */
export const CELLS: readonly Cell[] = TEMPLATES.flatMap((template) =>
  SCHEMES.flatMap((scheme) =>
    (Object.keys(SURFACES) as Surface[]).flatMap((surface) =>
      Object.entries(STATES).flatMap(([state, { panel, surfaces = everywhere }]) => {
        const size = panel?.open === false ? CLOSED[surface] : SURFACES[surface];
        if (!size || !surfaces.includes(surface) || (surface === 'narrow' && template !== 'modern')) return [];
        return { template, scheme, surface, state, width: size.width, height: size.height };
      }),
    ),
  ),
);

export const nameOf = ({ template, scheme, surface, state }: Cell): string =>
  `${template} ${scheme} ${surface} ${state}`;

export const addressOf = ({ template, scheme, surface, state }: Cell): string =>
  `cell.html?${new URLSearchParams({ template, scheme, surface, state })}`;
