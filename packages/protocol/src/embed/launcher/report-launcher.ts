/** Finds what can't be used in `ServiceConfig.launcher`. Few pages set it, so the frame loads this with its sentences. Never throws. */
import { isRecord } from '../../frames/is-record.js';
import { LAUNCHER_LIMITS } from '../../limits.js';
import type { ReportProblem } from '../config.js';
import { reportUnknown } from '../read-config.js';
import { isBetween, isLauncherIcon, isSitePath, type LauncherOptions } from './launcher.js';

const FIELDS = {
  offset: true,
  size: true,
  icon: true,
  zIndex: true,
  hideOn: true,
  element: true,
} as const satisfies Record<keyof LauncherOptions, true>;
const OFFSETS = { x: true, y: true } as const satisfies Record<keyof NonNullable<LauncherOptions['offset']>, true>;

/** `false`, null and undefined are no problems. An element has become some plain object on its way into the frame. */
export function reportLauncher(given: unknown, bad: ReportProblem): void {
  try {
    inspect(given, bad);
  } catch {
    bad('launcher', 'throws');
  }
}

function inspect(given: unknown, bad: ReportProblem): void {
  const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
  if (!isPresent(given) || given === false) return;
  if (!isRecord(given)) return void bad('launcher', 'not an object');
  const number = (field: string, value: unknown, least: number, most: number): void => {
    if (isPresent(value) && !isBetween(value, least, most)) bad(`launcher.${field}`, 'out of range');
  };

  reportUnknown('launcher.', given, FIELDS, bad);
  const { offset, size, zIndex, icon, hideOn, element } = given;
  if (isRecord(offset)) {
    reportUnknown('launcher.offset.', offset, OFFSETS, bad);
    number('offset.x', offset.x, 0, LAUNCHER_LIMITS.mostOffset);
    number('offset.y', offset.y, 0, LAUNCHER_LIMITS.mostOffset);
  } else if (isPresent(offset)) bad('launcher.offset', 'not an object');
  number('size', size, LAUNCHER_LIMITS.leastSize, LAUNCHER_LIMITS.mostSize);
  number('zIndex', zIndex, 0, LAUNCHER_LIMITS.mostZIndex);
  if (isPresent(icon) && !isLauncherIcon(icon)) bad('launcher.icon', 'not an icon');
  if (isPresent(element) && typeof element !== 'string' && !isRecord(element))
    bad('launcher.element', 'not an element');
  if (Array.isArray(hideOn)) {
    const paths = hideOn.filter(isSitePath);
    if (paths.length < hideOn.length) bad('launcher.hideOn', 'not a path');
    if (paths.length > LAUNCHER_LIMITS.hiddenPaths) bad('launcher.hideOn', 'too many');
  } else if (isPresent(hideOn)) bad('launcher.hideOn', 'not an array');
}
