// SPDX-License-Identifier: GPL-2.0-only
/*
 * The JSON object of a report inside of a page that draws it: a flame graph, and a table that can be
 * searched. Names of a recording reach the page only as text of its nodes, never as markup, and the page
 * may load nothing.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "ui/report-json.h"

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
	"style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
	"<title>perf report</title>\n<style>\n"
	"body{font:14px sans-serif;margin:1em}\n"
	"#graph{position:relative;margin:1em 0;overflow:hidden}\n"
	"#graph div{position:absolute;height:17px;overflow:hidden;white-space:nowrap;"
	"font:12px monospace;box-sizing:border-box;border:1px solid #fff;cursor:pointer;"
	"color:#000;padding-left:2px}\n"
	"#graph .found{background:#c6f!important}\n"
	"#graph .outside{opacity:.5}\n"
	"table{border-collapse:collapse}\n"
	"td,th{padding:2px 8px;text-align:left;white-space:pre}\n"
	"td.n{text-align:right}\nth{cursor:pointer;border-bottom:1px solid}\n"
	"</style></head><body>\n"
	"<h1>perf report</h1><p id=\"about\"></p>\n"
	"<p><label>Event <select id=\"event\"></select></label>\n"
	"<label>Search <input id=\"search\" type=\"search\"></label>\n"
	"<button id=\"reset\">Zoom out</button> <span id=\"detail\"></span></p>\n"
	"<div id=\"graph\"></div>\n<table><thead id=\"head\"></thead><tbody id=\"rows\"></tbody>"
	"</table>\n<p id=\"more\"></p>\n<script id=\"data\" type=\"application/json\">\n";

static const char tail[] =
	"</script>\n<script>\n\"use strict\";\n"
	"const get = id => document.getElementById(id);\n"
	"const data = JSON.parse(get('data').textContent);\n"
	"const LINE = 18, MIN = 0.0005;\n"
	"let root, zoomed, event;\n"
	"const percent = n => (event.period ? 100 * n / event.period : 0).toFixed(2) + '%';\n"
	"function add(parent, tag, text, name) {\n"
	"  const node = document.createElement(tag);\n"
	"  node.textContent = text; if (name) node.className = name;\n"
	"  parent.appendChild(node); return node;\n}\n"
	"function makeTree() {\n"
	"  root = {name: 'all', value: 0, kids: new Map(), parent: null};\n"
	"  for (const stack of event.stacks) {\n"
	"    let at = root; at.value += stack.period;\n"
	"    for (const name of stack.frames) {\n"
	"      let kid = at.kids.get(name);\n"
	"      if (!kid) at.kids.set(name, kid = {name, value: 0, kids: new Map(), parent: at});\n"
	"      kid.value += stack.period; at = kid;\n"
	"    }\n  }\n  zoomed = root;\n}\n"
	"function color(name) {\n"
	"  let hash = 0;\n"
	"  for (const c of name) hash = (hash * 31 + c.codePointAt(0)) % 997;\n"
	"  return 'hsl(' + hash % 50 + ',80%,' + (60 + hash % 15) + '%)';\n}\n"
	"function box(node, left, width, level, outside) {\n"
	"  const div = add(get('graph'), 'div', node.name, outside ? 'outside' : '');\n"
	"  div.style.left = 100 * left + '%'; div.style.width = 100 * width + '%';\n"
	"  div.style.top = LINE * level + 'px'; div.style.background = color(node.name);\n"
	"  div.title = node.name + ' ' + percent(node.value);\n"
	"  div.onmouseover = () => { get('detail').textContent = div.title; };\n"
	"  div.onclick = () => { zoomed = node; draw(); };\n"
	"  const text = get('search').value;\n"
	"  if (text && node.name.includes(text)) div.classList.add('found');\n}\n"
	"function draw() {\n"
	"  const above = [];\n"
	"  let deepest = 0;\n"
	"  get('graph').replaceChildren();\n"
	"  for (let at = zoomed.parent; at; at = at.parent) above.unshift(at);\n"
	"  above.forEach((node, level) => box(node, 0, 1, level, true));\n"
	"  const todo = [[zoomed, 0, 1, above.length]];\n"
	"  while (todo.length) {\n"
	"    const [node, left, width, level] = todo.pop();\n"
	"    box(node, left, width, level, false);\n"
	"    deepest = Math.max(deepest, level);\n"
	"    let at = left;\n"
	"    for (const kid of [...node.kids.values()].sort((a, b) => b.value - a.value)) {\n"
	"      const part = zoomed.value ? kid.value / zoomed.value : 0;\n"
	"      if (part >= MIN) todo.push([kid, at, part, level + 1]);\n"
	"      at += part;\n    }\n  }\n"
	"  get('graph').style.height = LINE * (deepest + 1) + 'px';\n}\n"
	"function fillTable() {\n"
	"  const keys = event.rows.length ? Object.keys(event.rows[0]) : [];\n"
	"  const text = get('search').value;\n"
	"  get('head').replaceChildren(); get('rows').replaceChildren();\n"
	"  const line = add(get('head'), 'tr', '');\n"
	"  add(line, 'th', 'overhead');\n"
	"  for (const key of keys) add(line, 'th', key).onclick = () => {\n"
	"    event.rows.sort((a, b) => a[key] < b[key] ? 1 : a[key] > b[key] ? -1 : 0);\n"
	"    fillTable();\n  };\n"
	"  let shown = 0;\n"
	"  for (const row of event.rows) {\n"
	"    const texts = keys.map(key => String(row[key]));\n"
	"    if (text && !texts.some(t => t.includes(text))) continue;\n"
	"    if (++shown > 1000) continue;\n"
	"    const tr = add(get('rows'), 'tr', '');\n"
	"    add(tr, 'td', percent(row.period), 'n');\n"
	"    keys.forEach((key, i) => add(tr, 'td', texts[i], typeof row[key] === 'number' ? 'n' : "
	"''));\n  }\n"
	"  get('more').textContent = shown > 1000 ? (shown - 1000) + ' more rows: search for them' "
	": "
	"'';\n}\n"
	"function show() {\n"
	"  event = data.events[get('event').selectedIndex] ||\n"
	"    {name: '', samples: 0, period: 0, rows: [], stacks: []};\n"
	"  get('about').textContent = data.input + ': ' + event.samples + ' samples of ' + "
	"event.name "
	"+\n    (data.damaged ? ' (the file is damaged)' : '') +\n"
	"    (data.lost_samples ? ', ' + data.lost_samples + ' lost' : '');\n"
	"  makeTree(); draw(); fillTable();\n}\n"
	"for (const e of data.events) add(get('event'), 'option', e.name);\n"
	"get('event').onchange = show;\n"
	"get('search').oninput = () => { draw(); fillTable(); };\n"
	"get('reset').onclick = () => { zoomed = root; draw(); };\n"
	"show();\n";

static const char end[] = "</script>\n</body></html>\n";

/* A "<" could end the script that holds the object; in JSON it only stands in strings. */
static int print_escaped(FILE *out, const char *json)
{
	for (; *json; json++)
		if (*json == '<' ? fputs("\\u003c", out) < 0 : fputc(*json, out) < 0)
			return -EIO;
	return 0;
}

int report_html__print(FILE *out, const struct report_json *report)
{
	char *json = NULL;
	size_t len = 0;
	FILE *memory = open_memstream(&json, &len);
	int ret;

	if (!memory)
		return -errno;
	ret = report_json__print(memory, report);
	if (fclose(memory) && !ret)
		ret = -errno;
	if (!ret && (fputs(head, out) < 0 || print_escaped(out, json) || fputs(tail, out) < 0 ||
		     fputs(end, out) < 0))
		ret = errno ? -errno : -EIO;
	free(json);
	return ret;
}
