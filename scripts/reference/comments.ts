import { readFileSync } from "node:fs";
import ts from "typescript";

/**
 * The doc comments of an interface's members, by name. A member without a comment shares that of the member above it.
 */
export function commentsOf(file: string, name: string): Map<string, string> {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const comments = new Map<string, string>();
  const found = source.statements.find((one) => ts.isInterfaceDeclaration(one) && one.name.text === name);
  if (!found || !ts.isInterfaceDeclaration(found)) throw new Error(`${file} has no interface ${name}`);
  let above = "";
  for (const member of found.members) {
    above = ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(member)[0]?.comment) ?? above;
    if (member.name) comments.set(member.name.getText(source), above.replaceAll(/\s+/g, " "));
  }
  return comments;
}

/** The first sentence of the doc comment of a function, a constant or an interface. */
export function docOf(file: string, name: string): string {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = source.statements.find((one) =>
    ts.isVariableStatement(one)
      ? one.declarationList.declarations.some((each) => each.name.getText(source) === name)
      : (ts.isFunctionDeclaration(one) || ts.isInterfaceDeclaration(one)) && one.name?.text === name,
  );
  const comment = found && ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(found)[0]?.comment);
  if (!comment) throw new Error(`${file} has no ${name} with a comment`);
  return comment.replaceAll(/\s+/g, " ").replace(/(?<=[^.]\.) .*$/, "");
}
