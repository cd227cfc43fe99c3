// @vitest-environment node
/** Pages whose own variables and elements have the names of what browsers have. */
import { describe, expect, it } from 'vitest';
import {
  chatFrame,
  eventually,
  heardBy,
  html,
  inline,
  launcher,
  ready,
  say,
  shape,
  untilVisible,
  useSitePages,
} from '../../site-pages.js';

const pages = useSitePages();
/** The launcher follows the path. */
const tag = (): string => pages.inboxTag('demo', 'data-launcher-hide-on="/checkout"');

const PAGES: Readonly<Record<string, (tag: string) => string>> = {
  'variables of its own': (tag) =>
    inline(
      `var origin = 'Oslo', navigation = [{ title: 'Home' }], performance = 9, name = 'shop', status = 'open', screen = 1, event = 2;`,
    ) + tag,
  'functions of its own': (tag) =>
    `${tag}${inline('function origin() {} function navigation() {} function performance() {}')}`,
  'elements with names of the document’s': (tag) =>
    `<form name="title"></form><img name="head" alt=""><img name="body" alt="">${tag}`,
};

describe('a page with', () => {
  it.each(Object.entries(PAGES))('%s has a chat that opens, and reports the page', async (_what, page) => {
    const opened = await pages.open(html(page(tag())));
    await launcher(opened.page).waitFor();
    await ready(opened.page);
    await launcher(opened.page).click();
    await eventually(async () => expect(await heardBy(opened.page, 'open')).toHaveLength(1));
    await shape(opened.page, 'panel');
    await untilVisible(opened.page);
    await say(opened.page, { t: 'page', full: false });
    await eventually(async () =>
      expect(await heardBy(opened.page, 'page')).toEqual([
        { t: 'page', page: expect.objectContaining({ url: expect.stringContaining(pages.web.site) }) },
      ]),
    );
    expect(new URL(chatFrame(opened.page).url()).searchParams.get('o')).toBe(pages.web.site);
    expect([opened.warnings, opened.exceptions]).toEqual([[], []]);
  });
});
