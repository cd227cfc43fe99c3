#!/usr/bin/env node
import { nextSteps } from './next-steps.js';
/** `npm create @service/chat`. Exits with 1 when nothing was written. */
import { HELP, type Options, readArguments } from './options.js';
import { askFor, complete, missingIn } from './questions.js';
import { writeTemplate } from './write-template.js';

const read = readArguments(process.argv.slice(2));
if (!read.ok) fail(`${read.problem}\n\n${HELP}`);
else if (read.help) console.log(HELP);
else {
  const missing = missingIn(read.given);
  if (missing.length === 0) create(complete(read.given));
  else if (process.stdin.isTTY) create(await askFor(read.given, process.stdin, process.stdout));
  else fail(`There is no terminal to ask in. Missing: ${missing.join(', ')}.\n\n${HELP}`);
}

function create(options: Options): void {
  const written = writeTemplate(options);
  if (!written.ok)
    return fail(
      `Nothing was written: ${options.folder} has ${written.exists.join(', ')} already. Name another folder.`,
    );
  console.log(`Written into ${options.folder}: ${written.files.join(', ')}\n\n${nextSteps(options)}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
